import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const SERVERS = ["everyones", "maths", "notes"] as const;
const TOOLS = ["add", "fail", "steps"] as const;

let database: TestDatabase;
let gateway: InProcessGateway;
let server: ToolServer;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  const entry = { url: server.url, transport: "http", on_tool_change: "allow", tools_refresh_seconds: 3600 };
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        everyones: { ...entry, allow_all_keys: true, disallowed_tools: ["steps"] },
        maths: { ...entry, access_groups: ["group"] },
        notes: { ...entry, access_groups: ["group"], allowed_tools: ["a*", "f*"] },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

const send = async (path: string, body: object, key = gateway.masterKey) => {
  const answer = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { readonly result?: { readonly tools: readonly { name: string }[] } },
  };
};
const rpc = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });

const some = <Value extends string>(...values: readonly Value[]) => fc.subarray([...values]);
/** What an owner is granted: each part may say nothing. */
const permission = fc.option(
  fc.record(
    {
      mcp_servers: some(...SERVERS),
      mcp_access_groups: some("group"),
      mcp_tool_permissions: fc.dictionary(fc.constantFrom(...SERVERS), some("add", "f*", "*"), { maxKeys: 2 }),
      mcp_max_tier: fc.constantFrom("read", "write"),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

test("a tool is listed exactly if a call of it passes, whatever is granted to whom", async () => {
  let count = 0;
  let listedAtAll = 0;
  await fc.assert(
    fc.asyncProperty(permission, permission, permission, async (ofKey, ofTeam, ofUser) => {
      const id = `p${++count}`;
      const granted = (says: object | undefined) => (says ? { object_permission: says } : {});
      expect((await send("/team/new", { team_id: id, ...granted(ofTeam) })).status).toBe(200);
      expect((await send("/user/new", { user_id: id, ...granted(ofUser) })).status).toBe(200);
      const key = await newKey(gateway, { team_id: id, user_id: id, ...granted(ofKey) });
      const { body } = await send("/mcp", rpc("tools/list"), key);
      const listed = (body.result?.tools ?? []).map(({ name }) => name).sort();
      const callable: string[] = [];
      for (const name of SERVERS.flatMap((one) => TOOLS.map((tool) => `${one}-${tool}`)))
        if ((await send("/mcp", rpc("tools/call", { name, arguments: {} }), key)).status === 200) callable.push(name);
      expect(listed).toEqual(callable.sort());
      listedAtAll += listed.length;
    }),
    { numRuns: 25 },
  );
  expect(listedAtAll).toBeGreaterThan(0);
});
