import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { generateKeyPair, exportJWK, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { Behaviour } from "@/local/upstream/behaviour";
import { OPERATIONS } from "@/lib/api/table";
import { addLoginTrial } from "@/lib/store/settings/login-trials";
import { write } from "@/lib/store/write";
import { publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { APPLICATION_STEPS } from "./application-steps";
import { CLOSING_STEPS, IDENTITY_STEPS } from "./identity-steps";
import { MODEL_STEPS } from "./model-steps";
import { type ApiExamples, record } from "./record";
import { RUNNING_STEPS } from "./running-steps";
import { shapeDifferences } from "./shape";

let database: TestDatabase;
let upstream: LocalUpstream;
let tools: ToolServer;
let keys: KeyServer;
let provider: LocalProvider;
/** Gives a token for any code. */
let authorization: Server;
let gateway: InProcessGateway;
let examples: ApiExamples;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  keys = await startKeyServer(publishing({ ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" }));
  [database, upstream, tools, provider] = await Promise.all([
    startTestDatabase(),
    startUpstream(),
    startToolServer(),
    startProvider({ consoleRedirectUris: ["https://llm.example.com/api/auth/callback/oidc"] }),
  ]);
  authorization = createServer((request, response) => {
    const own = `http://${request.headers.host}`;
    const discovered = { issuer: own, authorization_endpoint: `${own}/authorize`, token_endpoint: `${own}/token` };
    const given = { access_token: "a-token", token_type: "Bearer", expires_in: 3600, refresh_token: "again" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(request.method === "GET" ? discovered : given));
  }).listen(0, "127.0.0.1");
  await once(authorization, "listening");
  const issuer = `http://127.0.0.1:${(authorization.address() as AddressInfo).port}`;
  upstream.behave = ({ method, path }) => keptResponse(method, path);
  const entry = (model_name: string, id: string, model: string) => ({
    model_name,
    gateway_params: { model: `openai/${model}`, api_base: upstream.apiBase, api_key: "sk-of-the-upstream" },
    model_info: { id },
  });
  gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: [
        entry("gpt-4o-mini", "mini", "gpt-4o-mini"),
        entry("o3", "o3", "o3"),
        entry("embed-small", "embed", "text-embedding-3-small"),
        entry("omni-moderation-latest", "moderation", "omni-moderation-latest"),
        entry("picture", "picture", "gpt-image-1"),
        entry("speech", "speech", "gpt-4o-mini-tts"),
        entry("hear", "hear", "whisper-1"),
        entry("rank", "rank", "rerank-v3.5"),
      ],
      mcp_servers: {
        sums: { url: tools.url, transport: "http" },
        notes: {
          url: tools.url,
          transport: "http",
          description: "Notes of each user",
          allow_all_keys: true,
          auth_type: "oauth2",
          oauth2_flow: "authorization_code",
          client_id: "gateway",
          token_url: `${issuer}/token`,
          authorization_url: `${issuer}/authorize`,
        },
      },
      general_settings: {
        alerting: ["webhook"],
        enable_jwt_auth: true,
        gateway_jwtauth: {
          admin_viewer_jwt_scope: "auditor",
          content_viewer_jwt_scope: "content",
          user_id_jwt_field: "user",
          issuers: [{ issuer, audience: "gateway", allow_admin: false, mcp_oauth: { client_id: "gateway" } }],
        },
      },
    },
    environment: { ...LOGIN_VARIABLES, JWT_PUBLIC_KEY_URL: keys.url, WEBHOOK_URL: "http://127.0.0.1:9/alerts" },
  });
  const trial = await finishedTrial();
  const steps = [...IDENTITY_STEPS, ...MODEL_STEPS, ...APPLICATION_STEPS, ...RUNNING_STEPS, ...CLOSING_STEPS];
  examples = await record(gateway.send, steps, {
    master: gateway.masterKey,
    keys: keys.url,
    upstream: upstream.apiBase,
    tools: tools.url,
    provider: provider.issuer,
    issuer,
    trial,
    session: (await sessionCookie(gateway.services, { iss: LOGIN_VARIABLES.OIDC_ISSUER, user: "ada" })).cookie,
    viewer: await new SignJWT({ sub: "vera", scope: "auditor content" })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setExpirationTime("1h")
      .sign(privateKey),
  });
});
afterAll(async () => {
  await gateway?.stop();
  authorization?.close();
  await Promise.all([upstream?.stop(), tools?.stop(), keys?.stop(), provider?.stop(), database?.stop()]);
});

/** A test login from which the browser has come back, and its id. */
async function finishedTrial(): Promise<string> {
  const { database: opened, changes, secrets, newId } = gateway.services;
  const id = newId();
  const { issuer, consoleClient } = provider;
  const tried = { issuer, ...consoleClient, label: "Example", scopes: ["openid", "profile", "email"] };
  const way = { token: provider.tokenUrl, keys: provider.jwksUrl, redirectAddress: "", verifier: "", nonce: "" };
  const claims = { iss: issuer, sub: "ada", email: "ada@example.com", groups: ["gateway-admins"] };
  await write({ database: opened, changes }, async (transaction) => {
    await addLoginTrial(transaction, secrets, id, { ...tried, ...way, outcome: { kind: "done", claims } });
    return { result: undefined, audit: [], changes: [] };
  });
  return id;
}

/** What an upstream that keeps responses says of one. */
function keptResponse(method: string, path: string): Behaviour | undefined {
  if (!path.startsWith("/v1/responses/")) return undefined;
  const id = "resp_local";
  if (method === "DELETE") return { status: 200, body: { id, object: "response", deleted: true } };
  const said = {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "What is the capital of France?" }],
  };
  const body = path.endsWith("/input_items")
    ? { object: "list", data: [{ id: "msg_1", ...said }], first_id: "msg_1", last_id: "msg_1", has_more: false }
    : { id, object: "response", status: "completed", model: "gpt-4o-mini", output: [] };
  return { status: 200, body };
}

test("every operation has an example, which the gateway answers as it should", () => {
  const named = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(examples).toSorted()).toEqual(named.toSorted());
  const failed = Object.entries(examples).filter(([, { status }]) => status >= 400);
  expect(failed).toEqual([]);
});

test("the recorded examples have what the gateway answers; if this fails, set RECORD_API_EXAMPLES=1 and run it again", () => {
  if (process.env["RECORD_API_EXAMPLES"] === "1")
    writeFileSync(join(import.meta.dirname, "recorded.json"), `${JSON.stringify(examples, null, 2)}\n`);
  const written: ApiExamples = JSON.parse(readFileSync(join(import.meta.dirname, "recorded.json"), "utf8"));
  const differences = Object.entries(examples).flatMap(([operation, { status, answer }]) =>
    shapeDifferences({ status, answer: written[operation]?.answer }, { status, answer }).map(
      (difference) => `${operation}${difference}`,
    ),
  );
  expect(Object.keys(written)).toEqual(Object.keys(examples));
  expect(differences).toEqual([]);
});
