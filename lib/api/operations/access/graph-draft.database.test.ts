import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { type GraphFixture, startGraphFixture } from "@/testing/auth/graph-fixture";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";

const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const ANN = "11111111-2222-3333-4444-555555555555";

let server: TestDatabase;
let provider: LocalProvider;
let graph: GraphFixture;
let gateway: InProcessGateway;
beforeAll(async () => {
  server = await startTestDatabase();
  provider = await startProvider();
  graph = await startGraphFixture();
  graph.groups.set(ANN, ["g1"]);
  gateway = await startInProcessGateway(await server.createDatabase(), {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          issuers: [
            { issuer: provider.issuer, jwks_url: provider.jwksUrl, audience: provider.audience, allow_admin: true },
          ],
          team_ids_jwt_field: "groups",
          admin_viewer_jwt_scope: "viewer",
          group_overage: "graph",
          microsoft_graph: asking({}),
        },
      },
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await graph.stop();
  await provider.stop();
  await server.stop();
});

const asking = (more: object) => ({
  client_id: "app-1",
  client_secret: "graph-secret",
  graph_url: graph.url,
  login_url: graph.url,
  ...more,
});

/** A token whose groups are left out because they are too many. */
const tokenWith = (scope: string) =>
  provider.issueToken({ sub: "ann", scope, tid: TENANT, oid: ANN, _claim_names: { groups: "src1" } });

async function ask(path: string, token: string, body: object) {
  const response = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("a draft whose Graph could not be asked for the groups of who saves it would lock them out", async () => {
  const token = await tokenWith("gateway_proxy_admin");
  const losses = async (settings: object) => {
    const { status, body } = await ask("/config/validate", token, { settings });
    expect([status, body["valid"]]).toEqual([200, true]);
    return (body["locks_out"] as unknown[]).length;
  };
  expect(await losses({ microsoft_graph: asking({}) })).toBe(0);
  // The draft differs in the secret alone.
  expect(await losses({ microsoft_graph: asking({ client_secret: "another" }) })).toBeGreaterThan(0);
  expect(await losses({ microsoft_graph: asking({ client_secret: "another" }), group_overage: "ignore" })).toBe(0);
  expect(await losses({ public_key_ttl: 1, public_key_stale_ttl: 1, clock_skew_seconds: 1 })).toBe(0);
});

test("those who only read do not make the gateway ask an address of their choice about a token", async () => {
  const viewer = await tokenWith("viewer");
  const explain = (settings: object) =>
    ask("/auth/explain", viewer, { token: viewer, method: "GET", route: "/v1/models", settings });
  const known = { issuer: provider.issuer, jwks_url: provider.jwksUrl, audience: provider.audience };
  const introspection = { url: "http://elsewhere.example/ask", client_id: "a", client_secret: "s", jwts: true };
  for (const settings of [
    { microsoft_graph: asking({ graph_url: "http://elsewhere.example" }) },
    { issuers: [{ ...known, introspection }] },
    { issuers: [{ ...known, userinfo: "http://elsewhere.example/me" }] },
  ]) {
    const { status, body } = await explain(settings);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("names a new address")]);
  }
  expect((await explain({ microsoft_graph: asking({}) })).status).toBe(200);
});

test("settings of keys and of Graph are tried on recorded traffic like any other", async () => {
  const token = await tokenWith("gateway_proxy_admin");
  const settings = { public_key_ttl: 1, microsoft_graph: asking({}), key_generation_settings: {} };
  const { status, body } = await ask("/auth/replay", token, { settings });
  expect([status, body["error"]]).toEqual([200, undefined]);
});
