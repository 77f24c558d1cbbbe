import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let server: ToolServer;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  const entry = { url: server.url, transport: "http", on_tool_change: "allow" };
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        sums: { ...entry, access_groups: ["maths"], disallowed_tools: ["steps"] },
        open: { ...entry, allow_all_keys: true },
        held: { ...entry, allow_all_keys: true, on_tool_change: "hold" },
        narrow: { ...entry, allow_all_keys: true, allowed_params: { add: ["a"] } },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

interface Explained {
  readonly allow: boolean;
  readonly code: string | null;
  readonly nearest_miss: { readonly sentence: string } | null;
}

interface Refused {
  readonly code: string;
  readonly decision_id: string;
}

async function called(key: string, name: string, tool: string): Promise<Refused | undefined> {
  const answer = await gateway.send(`/${name}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: {} } }),
  });
  const { error } = (await answer.json()) as { error?: { data?: Refused } };
  return error?.data;
}

const explained = (token: string, name: string, tool: string) =>
  manage<Explained>(gateway, "/auth/explain", { token, mcp_server: name, tool });

const PERMISSIONS = [
  {},
  { mcp_servers: ["sums"] },
  { mcp_servers: ["sums"], mcp_max_tier: "read" },
  { mcp_access_groups: ["maths"], mcp_tool_permissions: { sums: ["a*"] } },
  { mcp_servers: [] },
];

test.each(PERMISSIONS)("what is explained of a tool is what a call of it gets: %o", async (permission) => {
  const key = await newKey(gateway, { object_permission: permission });
  for (const name of ["sums", "open", "held", "unknown"])
    for (const tool of ["add", "fail", "steps", "nothing"]) {
      const refused = await called(key, name, tool);
      const { allow, code } = await explained(key, name, tool);
      expect({ name, tool, code: code ?? undefined, allow }).toEqual({
        name,
        tool,
        code: refused?.code,
        allow: refused === undefined,
      });
    }
});

test("a refused tool names the smallest grant, is asked again by its decision id, and is listed by its name", async () => {
  const { team_id: team } = await manage<{ team_id: string }>(gateway, "/team/new", {});
  const key = await newKey(gateway, { team_id: team });
  const first = await explained(key, "sums", "add");
  expect(first).toMatchObject({ allow: false, code: "mcp_server_not_allowed" });
  expect(first.nearest_miss?.sentence).toContain('the server "sums"');
  const refused = await called(key, "sums", "add");
  const again = await manage<Explained>(gateway, "/auth/explain/again", { decision_id: refused?.decision_id });
  expect(again).toMatchObject({ allow: false, code: "mcp_server_not_allowed" });
  await manage(gateway, "/team/update", { team_id: team, object_permission: { mcp_servers: ["sums"] } });
  expect(await manage<Explained>(gateway, "/auth/explain/again", { decision_id: refused?.decision_id })).toMatchObject({
    allow: true,
  });
  const list = async () => {
    const answer = await gateway.send("/spend/requests?status=refused&requested_model=sums-add", {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return ((await answer.json()) as { data: { type: string }[] }).data;
  };
  await expect.poll(async () => (await list()).length).toBeGreaterThan(0);
});

test("replay decides again about the tools that were called", async () => {
  const { team_id: team } = await manage<{ team_id: string }>(gateway, "/team/new", {
    object_permission: { mcp_servers: ["sums"] },
  });
  const key = await newKey(gateway, { team_id: team });
  expect(await called(key, "sums", "add")).toBeUndefined();
  const { newly_denied: denied } = await manage<{ newly_denied: { model: string; code: string }[] }>(
    gateway,
    "/auth/replay",
    { teams: [{ team_id: team, blocked: true }] },
  );
  expect(denied).toContainEqual(expect.objectContaining({ model: "sums-add", code: "team_blocked" }));
});

test("an argument that a server does not take is explained as a call with it is answered", async () => {
  const token = await newKey(gateway, {});
  const asked = { token, mcp_server: "narrow", tool: "add" };
  const explainedWith = (given: object) =>
    manage<Explained>(gateway, "/auth/explain", { ...asked, body: { params: { arguments: given } } });
  expect(await explainedWith({ a: 1 })).toMatchObject({ allow: true });
  expect(await explainedWith({ a: 1, b: 2 })).toMatchObject({ allow: false, code: "tool_param_not_allowed" });
});

test("a token of an issuer that checks no audience is explained as a call with it is answered", async () => {
  await manage(gateway, "/team/new", { team_id: "t1" });
  const asked = { claims: { client_id: "t1" }, mcp_server: "open", tool: "add" };
  const explanation = await manage<Explained & { checks: { rule: string; outcome: string; because: string }[] }>(
    gateway,
    "/auth/explain",
    asked,
  );
  expect(explanation).toMatchObject({ allow: false, code: "invalid_audience" });
  expect(explanation.checks.find(({ rule }) => rule === "audience")).toMatchObject({
    outcome: "fail",
    because: expect.stringContaining("JWT_AUDIENCE"),
  });
});
