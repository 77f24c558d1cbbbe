import { afterEach, beforeEach, expect, test } from "vitest";
import { getGlobalDispatcher } from "undici";
import type { MicrosoftGraphSettings } from "@/lib/config/group-overage-settings";
import { Secret } from "@/lib/config/secret";
import { GatewayError } from "@/lib/errors";
import { startGraphStandIn, type GraphStandIn } from "@/testing/auth/graph-stand-in";
import { createGraphGroups, type GraphGroups } from "./graph-groups";

const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const ANN = "11111111-2222-3333-4444-555555555555";
const claims = { tid: TENANT, oid: ANN };

let graph: GraphStandIn;
let groups: GraphGroups;
let settings: MicrosoftGraphSettings;
let now: number;

beforeEach(async () => {
  now = 1_800_000_000_000;
  graph = await startGraphStandIn();
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

test("wrong client credentials are said to the administrator", async () => {
  const wrong = { ...settings, client_secret: new Secret("wrong") };
  expect(await failure(groups.groupsOf(claims, wrong))).toContain("client credentials");
});

test.each([
  ["who is not in the tenant", { tid: TENANT, oid: "11111111-2222-3333-4444-000000000000" }],
  ["whose id is no GUID", { tid: TENANT, oid: "../../me" }],
  ["without a tenant", { oid: ANN }],
])("the token of a user %s is refused", async (_name, odd) => {
  expect(await failure(groups.groupsOf(odd, settings))).toMatch(/^auth_provider_unavailable/);
});
