import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const ISSUER = "https://issuer.test";

let database: TestDatabase;
let upstream: LocalUpstream;
let provider: KeyServer;
let gateway: InProcessGateway;
/** What the provider was asked about, in order. */
let asked: string[];
/** The tokens that the provider calls active, with their claims. */
const active = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  [database, upstream, provider] = await Promise.all([
    startTestDatabase(),
    startUpstream({ log: false }),
    startKeyServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const token = new URLSearchParams(body).get("token") ?? "";
        asked.push(token);
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ active: active.has(token), ...active.get(token) }));
      });
    }),
  ]);
  const introspection = { url: provider.url, client_id: "gateway", client_secret: "secret" };
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          issuers: [{ issuer: ISSUER, jwks_url: provider.url, audience: "gateway", introspection }],
        },
      },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
  await manage("/team/new", { team_id: "billing" });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

function post(path: string, bearer: string, body: unknown, to = gateway): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return to.send(path, { method: "POST", headers, body: JSON.stringify(body) });
}
function call(bearer: string, to = gateway): Promise<Response> {
  const chat = { model: "gpt-4o", messages: [{ role: "user", content: "hello" }] };
  return post("/v1/chat/completions", bearer, chat, to);
}
async function manage(path: string, body: unknown): Promise<void> {
  expect((await post(path, gateway.masterKey, body)).status).toBe(200);
}
async function codeOf(response: Response): Promise<string> {
  if (response.ok) return "served";
  const { error } = (await response.json()) as { error: { code: string } };
  return error.code;
}

const claims = (): Record<string, unknown> => ({
  aud: "gateway",
  client_id: "billing",
  exp: Math.floor(Date.now() / 1000) + 3_600,
});

test("an active opaque token acts for its team, and a block acts at once", async () => {
  const token = "tok_team";
  active.set(token, claims());
  expect(await codeOf(await call(token))).toBe("served");
  expect(await codeOf(await call(token))).toBe("served");
  await manage("/team/block", { team_id: "billing" });
  expect(await codeOf(await call(token))).toBe("team_blocked");
  await manage("/team/unblock", { team_id: "billing" });
  expect(await codeOf(await call(token))).toBe("served");
  expect(asked).toEqual([token]);
});

test("a token that is not active, or not meant for the gateway, is a 401", async () => {
  active.set("tok_other", { ...claims(), aud: "other" });
  const refused = await call("tok_unknown");
  expect([refused.status, refused.headers.get("www-authenticate"), await codeOf(refused)]).toEqual([
    401,
    'Bearer error="invalid_token", error_description="The identity provider says that the token is not active."',
    "invalid_token",
  ]);
  expect(await codeOf(await call("tok_other"))).toBe("invalid_audience");
});

test("keys of the gateway and JWTs are never sent to the provider", async () => {
  const jwt = `${Buffer.from('{"alg":"RS256"}').toString("base64url")}.e30.c2ln`;
  for (const bearer of [gateway.masterKey, "sk-unknown", jwt]) await call(bearer);
  expect(asked).toEqual([]);
});

test("the explanation says that the provider was asked, and that the token is a service account's", async () => {
  active.set("tok_explained", { ...claims(), sub: "billing" });
  const response = await post("/auth/explain", gateway.masterKey, {
    token: "tok_explained",
    method: "POST",
    route: "/chat/completions",
    model: "gpt-4o",
  });
  const text = await response.text();
  expect(text).toContain("The provider says that the token is active (introspection).");
  expect(text).toContain("The token is a service account's: its claim");
});

describe("with a real provider's introspection endpoint, found by discovery", () => {
  let real: LocalProvider;
  let other: LocalProvider;
  let asking: InProcessGateway;
  beforeAll(async () => {
    [real, other] = await Promise.all([startProvider({ opaqueTokens: true }), startProvider({ opaqueTokens: true })]);
    const { clientId, clientSecret } = real.passwordClient;
    asking = await startInProcessGateway(database.url, {
      config: {
        general_settings: {
          enable_jwt_auth: true,
          gateway_jwtauth: {
            issuers: [
              {
                issuer: real.issuer,
                audience: real.audience,
                introspection: { client_id: clientId, client_secret: clientSecret },
              },
            ],
          },
        },
        model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      },
    });
    await manage("/team/new", { team_id: real.project.clientId });
  });
  afterAll(async () => {
    await asking?.stop();
    await Promise.all([real?.stop(), other?.stop()]);
  });

  test("a project's opaque token acts for its team, until it is revoked", async () => {
    const [used, revoked] = await Promise.all([real.projectToken(), real.projectToken()]);
    expect(used).not.toContain(".");
    expect(await codeOf(await call(used, asking))).toBe("served");
    const { clientId, clientSecret } = real.project;
    const form = { token: revoked, client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(real.revocationUrl, { method: "POST", body: new URLSearchParams(form) });
    expect(answer.status).toBe(200);
    expect(await codeOf(await call(revoked, asking))).toBe("invalid_token");
  });

  test("an opaque token of another provider is a 401", async () => {
    expect(await codeOf(await call(await other.projectToken(), asking))).toBe("invalid_token");
  });
});
