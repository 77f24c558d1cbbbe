import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { signInAtProvider } from "@/testing/auth/sign-in-at-provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const REDIRECT = "http://127.0.0.1:9/api/auth/callback/oidc";

let database: TestDatabase;
let upstream: LocalUpstream;
let provider: LocalProvider;
const gateways: InProcessGateway[] = [];
/** The endpoints of the provider that were asked, in order. */
let asked: string[];

beforeAll(async () => {
  [database, upstream, provider] = await Promise.all([
    startTestDatabase(),
    startUpstream({ log: false }),
    startProvider({ userinfoTokens: true, consoleRedirectUris: [REDIRECT] }),
  ]);
  provider.intercept = ({ url = "" }) => {
    if (/^\/(me|token\/introspection)/.test(url)) asked.push(url);
    return false;
  };
  await provider.addAccount({ username: "ann", claims: { email: "ann@acme.example", groups: ["search"] } });
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

/** A gateway that asks the provider, found by discovery, about opaque tokens. */
async function startAsking(entry: object): Promise<InProcessGateway> {
  const common = {
    issuer: provider.issuer,
    user_id_jwt_field: "sub",
    user_email_jwt_field: "email",
    user_id_upsert: true,
  };
  const gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: { issuers: [{ ...common, team_ids_jwt_field: "groups", ...entry }] },
      },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
  gateways.push(gateway);
  return gateway;
}

async function send(gateway: InProcessGateway, path: string, bearer: string, body: object) {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const response = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: answer.error?.code ?? "served" };
}

async function codeOf(gateway: InProcessGateway, bearer: string): Promise<string> {
  asked = [];
  const chat = { model: "gpt-4o", messages: [{ role: "user", content: "hello" }] };
  return (await send(gateway, "/v1/chat/completions", bearer, chat)).code;
}

const personToken = async (username: string) => (await signInAtProvider(provider, username)).accessToken;

async function revoke(token: string): Promise<void> {
  const { clientId, clientSecret } = provider.consoleClient;
  const answer = await fetch(provider.revocationUrl, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ token }),
  });
  expect(answer.status).toBe(200);
}

describe("with a real provider's userinfo alone", () => {
  let gateway: InProcessGateway;
  beforeAll(async () => {
    gateway = await startAsking({ audience: "none", userinfo: true });
    expect((await send(gateway, "/team/new", gateway.masterKey, { team_id: "search" })).status).toBe(200);
  });

  test("a person's opaque token acts with the claims of userinfo, asked once", async () => {
    const token = await personToken("ann");
    expect(token).not.toContain(".");
    expect(await codeOf(gateway, token)).toBe("served");
    expect(asked).toEqual(["/me"]);
    expect(await codeOf(gateway, token)).toBe("served");
    expect(asked).toEqual([]);
    const user = await gateway.services.database.prisma.user.findUniqueOrThrow({ where: { id: "user-ann" } });
    expect(user.email).toBe("ann@acme.example");
  });

  test("a revoked token, an unknown one and an application's are a 401", async () => {
    const revoked = await personToken("ann");
    await revoke(revoked);
    for (const token of [revoked, "unknown-to-the-provider", await provider.projectToken()])
      expect(await codeOf(gateway, token)).toBe("invalid_token");
  });

  test("a call is refused while the provider is away", async () => {
    const token = await personToken("ann");
    const { intercept } = provider;
    provider.intercept = (_, response) => Boolean(response.writeHead(503).end());
    expect(await codeOf(gateway, token)).toBe("auth_provider_unavailable");
    provider.intercept = intercept;
    expect(await codeOf(gateway, token)).toBe("served");
  });
});

describe("with a real provider's introspection and userinfo", () => {
  let gateway: InProcessGateway;
  beforeAll(async () => {
    const { clientId: client_id, clientSecret: client_secret } = provider.passwordClient;
    gateway = await startAsking({
      audience: [provider.consoleClient.clientId, provider.project.clientId],
      audience_claim: "client_id",
      introspection: { client_id, client_secret },
      userinfo: true,
    });
    for (const team_id of ["search", provider.project.clientId])
      expect((await send(gateway, "/team/new", gateway.masterKey, { team_id })).status).toBe(200);
  });

  test("introspection proves a person's token and userinfo adds their claims", async () => {
    const token = await personToken("ann");
    expect(await codeOf(gateway, token)).toBe("served");
    expect(asked).toEqual(["/token/introspection", "/me"]);
    const user = await gateway.services.database.prisma.user.findUniqueOrThrow({ where: { id: "user-ann" } });
    expect(user.email).toBe("ann@acme.example");
  });

  test("a project's token acts for its team, although it has no userinfo", async () => {
    expect(await codeOf(gateway, await provider.projectToken())).toBe("served");
    expect(asked).toEqual(["/token/introspection", "/me"]);
  });

  test("a revoked token is a 401, and userinfo is not asked about it", async () => {
    const token = await personToken("ann");
    await revoke(token);
    expect(await codeOf(gateway, token)).toBe("invalid_token");
    expect(asked).toEqual(["/token/introspection"]);
  });

  test("a token of another application of the provider is a 401", async () => {
    const other = await provider.addProject({ clientId: "other-application" });
    expect(await codeOf(gateway, await provider.projectToken(other))).toBe("invalid_audience");
  });
});
