import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getGlobalDispatcher } from "undici";
import { jwtAuth, type Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { createSigningKey, signClaims, type SigningKey } from "@/local/provider/signing-keys";
import { startGraphFixture } from "@/testing/auth/graph-fixture";
import { answering, publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier, type TokenVerifier } from "./verify";

const ISSUER = "https://issuer.test";

let key: SigningKey;
let keys: KeyServer;
let provider: KeyServer;
let verifier: TokenVerifier;
let settings: Settings;
let seconds: number;

beforeAll(async () => {
  key = await createSigningKey("ES256");
});
beforeEach(async () => {
  seconds = 1_800_000_000;
  [keys, provider] = await Promise.all([startKeyServer(publishing(key)), startKeyServer(answering({ active: false }))]);
  verifier = createTokenVerifier(
    () => settings,
    () => seconds * 1_000,
    getGlobalDispatcher,
  );
});
afterEach(async () => {
  verifier.close();
  await Promise.all([keys.stop(), provider.stop()]);
});

function use(entry: Record<string, unknown>, common: Record<string, unknown> = {}): void {
  const issuers = [{ issuer: ISSUER, jwks_url: keys.url, ...entry }];
  settings = testSettings({ jwtAuth: jwtAuth.parse({ issuers, ...common }) });
}
const sign = (claims: Record<string, unknown> = {}): Promise<string> =>
  signClaims(key, { iss: ISSUER, exp: seconds + 3_600, ...claims });

async function outcome(token: string): Promise<string> {
  try {
    await verifier.verify(token);
    return "accepted";
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}

const introspected = (): Record<string, unknown> => ({
  audience: "gateway",
  introspection: { url: provider.url, client_id: "gateway", client_secret: "secret", jwts: true },
});

test("with introspection.jwts, a lightweight token has the claims and the audience of its provider's answer", async () => {
  use(introspected());
  provider.answer = answering({ active: true, iss: ISSUER, sub: "ann", aud: "gateway" });
  const token = await sign({ jti: "1" });
  expect(await verifier.verify(token)).toMatchObject({
    answeredBy: "introspection",
    claims: { iss: ISSUER, jti: "1", sub: "ann", aud: "gateway" },
  });
  expect(verifier.recall(token)).toBeDefined();
  seconds += 61;
  expect(verifier.recall(token)).toBeUndefined();
  provider.answer = answering({ active: false });
  expect(await outcome(token)).toBe("invalid_token");
});

test("with introspection.jwts, an answer that names another audience refuses the token", async () => {
  use(introspected());
  provider.answer = answering({ active: true, aud: "other" });
  expect(await outcome(await sign())).toBe("invalid_audience");
});

test("with introspection.jwts, an answer that names the address of tools opens that address alone, by one question", async () => {
  use(introspected());
  provider.answer = answering({ active: true, aud: "https://llm.example/sums/mcp" });
  const token = await sign();
  const at = (address: string) =>
    verifier
      .verify(token, undefined, () => [address])
      .then(
        () => "accepted",
        (error: GatewayError) => error.code,
      );
  expect(await outcome(token)).toBe("invalid_audience");
  expect(await at("https://llm.example/sums/mcp")).toBe("accepted");
  expect(await at("https://llm.example/notes/mcp")).toBe("invalid_audience");
  expect(await outcome(token)).toBe("invalid_audience");
  expect(provider.fetches).toBe(1);
});

test("no provider is asked about a JWT whose signature is not proven, or whose issuer introspects only opaque tokens", async () => {
  use(introspected());
  expect(await outcome(await signClaims(await createSigningKey("ES256"), { iss: ISSUER, exp: seconds + 60 }))).toMatch(
    /unknown_key|invalid_signature/,
  );
  use({ introspection: { url: provider.url, client_id: "gateway", client_secret: "secret" } });
  expect(await outcome(await sign())).toBe("accepted");
  expect(provider.fetches).toBe(0);
});

test("with group_overage: graph, a token has the groups that it leaves out, for five minutes", async () => {
  const graph = await startGraphFixture();
  try {
    const tid = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    const oid = "11111111-2222-3333-4444-555555555555";
    graph.groups.set(oid, ["g1", "g2"]);
    const access = { client_id: "app-1", client_secret: "graph-secret", graph_url: graph.url, login_url: graph.url };
    use({}, { team_ids_jwt_field: "groups", group_overage: "graph", microsoft_graph: access });
    const token = await sign({ tid, oid, _claim_names: { groups: "src1" } });
    expect((await verifier.verify(token)).claims["groups"]).toEqual(["g1", "g2"]);
    expect(verifier.recall(token)?.claims["groups"]).toEqual(["g1", "g2"]);
    const asked = graph.requests.length;
    expect((await verifier.verify(await sign({ tid, oid, groups: ["own"] }))).claims["groups"]).toEqual(["own"]);
    expect(graph.requests).toHaveLength(asked);

    graph.failure = 500;
    seconds += 301;
    expect(verifier.recall(token)).toBeUndefined();
    expect(await outcome(token)).toBe("auth_provider_unavailable");
  } finally {
    await graph.stop();
  }
});
