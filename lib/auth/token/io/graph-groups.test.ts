import { afterEach, beforeEach, expect, test } from "vitest";
import { Agent, getGlobalDispatcher } from "undici";
import type { MicrosoftGraphSettings } from "@/lib/config/group-overage-settings";
import { Secret } from "@/lib/config/secret";
import { GatewayError } from "@/lib/errors";
import { startGraphFixture, type GraphFixture } from "@/testing/auth/graph-fixture";
import { createGraphGroups, type GraphGroups } from "./graph-groups";

const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const ANN = "11111111-2222-3333-4444-555555555555";
const claims = { tid: TENANT, oid: ANN };

let graph: GraphFixture;
let groups: GraphGroups;
let settings: MicrosoftGraphSettings;
let now: number;

beforeEach(async () => {
  now = 1_800_000_000_000;
  graph = await startGraphFixture();
  graph.groups.set(ANN, ["g1", "g2"]);
  groups = createGraphGroups(getGlobalDispatcher, () => now);
  settings = {
    client_id: "app-1",
    client_secret: new Secret("graph-secret"),
    graph_url: graph.url,
    login_url: graph.url,
  };
});
afterEach(() => graph.stop());

async function failure(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GatewayError);
  return error instanceof GatewayError ? `${error.code}: ${error.options.detail}` : undefined;
}

test("Graph is asked once for a user's groups, with the token of the user's tenant", async () => {
  const both = await Promise.all([groups.groupsOf(claims, settings), groups.groupsOf(claims, settings)]);
  expect([...both, await groups.groupsOf(claims, settings)]).toEqual([
    ["g1", "g2"],
    ["g1", "g2"],
    ["g1", "g2"],
  ]);
  expect(graph.requests).toEqual([`POST /${TENANT}/oauth2/v2.0/token`, `POST /v1.0/users/${ANN}/getMemberObjects`]);
});

test("after five minutes the groups are asked for again, with the same token", async () => {
  await groups.groupsOf(claims, settings);
  graph.groups.set(ANN, ["g3"]);
  now += 300_000;
  expect(await groups.groupsOf(claims, settings)).toEqual(["g3"]);
  expect(graph.requests).toHaveLength(3);
});

test("a failure is not remembered", async () => {
  graph.failure = 503;
  expect(await failure(groups.groupsOf(claims, settings))).toBe(
    "auth_provider_unavailable: the token endpoint answers with status 503",
  );
  graph.failure = undefined;
  expect(await groups.groupsOf(claims, settings)).toEqual(["g1", "g2"]);
});

test("when no address of Graph can be reached, the administrator reads why", async () => {
  const refusal = new AggregateError([new Error("connect ECONNREFUSED ::1:443"), new Error("connect EHOSTUNREACH")]);
  const agent = new Agent({ connect: (_options, callback) => callback(refusal, null) });
  const unreachable = createGraphGroups(
    () => agent,
    () => now,
  );
  expect(await failure(unreachable.groupsOf(claims, settings))).toBe(
    "auth_provider_unavailable: connect ECONNREFUSED ::1:443",
  );
  await agent.destroy();
});

test("wrong client credentials are reported to the administrator", async () => {
  const wrong = { ...settings, client_secret: new Secret("wrong") };
  expect(await failure(groups.groupsOf(claims, wrong))).toContain("client credentials");
});

test("when Graph is throttled, nobody asks again before the time that it names, and remembered groups go on", async () => {
  const bob = { tid: TENANT, oid: "22222222-2222-3333-4444-555555555555" };
  graph.groups.set(bob.oid, ["g9"]);
  await groups.groupsOf(claims, settings);
  graph.throttledFor = 30;
  const error = await groups.groupsOf(bob, settings).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "auth_provider_unavailable", options: { headers: { "retry-after": "30" } } });
  const asked = graph.requests.length;
  graph.throttledFor = undefined;
  now += 20_000;
  expect(await failure(groups.groupsOf(bob, settings))).toContain("in 10 s");
  expect(await groups.groupsOf(claims, settings)).toEqual(["g1", "g2"]);
  expect(graph.requests).toHaveLength(asked);
  now += 10_000;
  expect(await groups.groupsOf(bob, settings)).toEqual(["g9"]);
});

test("one tenant's throttling does not hold up another tenant's users", async () => {
  graph.throttledFor = 30;
  await failure(groups.groupsOf(claims, settings));
  graph.throttledFor = undefined;
  const elsewhere = { tid: "00000000-86f1-41af-91ab-2d7cd011db47", oid: ANN };
  expect(await groups.groupsOf(elsewhere, settings)).toEqual(["g1", "g2"]);
});

test("a token that Graph refuses before its time is replaced once", async () => {
  await groups.groupsOf(claims, settings);
  graph.revokeTokens();
  now += 300_000;
  expect(await groups.groupsOf(claims, settings)).toEqual(["g1", "g2"]);
  expect(graph.requests.filter((request) => request.endsWith("/token"))).toHaveLength(2);
});

test("a user in more groups than Graph lists is refused with that reason", async () => {
  graph.groups.set(
    ANN,
    Array.from({ length: 11_001 }, (_, index) => `g${index}`),
  );
  expect(await failure(groups.groupsOf(claims, settings))).toContain("more groups than Microsoft Graph lists");
});

test.each([
  ["who is not in the tenant", { tid: TENANT, oid: "11111111-2222-3333-4444-000000000000" }],
  ["whose id is not a GUID", { tid: TENANT, oid: "../../me" }],
  ["without a tenant", { oid: ANN }],
])("the token of a user %s is refused", async (_name, odd) => {
  expect(await failure(groups.groupsOf(odd, settings))).toMatch(/^auth_provider_unavailable/);
});
