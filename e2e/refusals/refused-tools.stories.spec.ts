import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { violationsOf, WCAG_2 } from "../support/axe";
import { picture } from "../support/picture";
import { expect, type Stack, test } from "../support/fixtures";

let server: ToolServer;
test.beforeAll(async ({ stack }) => {
  server = await startToolServer();
  const entry = { server_id: "desk", url: server.url, transport: "http", on_tool_change: "allow" };
  expect((await stack.post("/mcp/server", stack.gateway.masterKey, entry)).status).toBe(200);
});
test.afterAll(async ({ stack }) => {
  await fetch(`${stack.gateway.url}/mcp/server/desk`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
  });
  await server.stop();
});

/** Calls a tool: the data of the refusal, or what the server answers. */
async function call(stack: Stack, bearer: string, name = "add") {
  const params = { name, arguments: { a: 2, b: 3 } };
  const { body } = await stack.post("/desk/mcp", bearer, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { error, result } = body as {
    error?: { data?: { code: string; decision_id: string } };
    result?: { content: { text: string }[] };
  };
  return error?.data ?? result?.content[0]?.text;
}

async function listed(stack: Stack, bearer: string): Promise<string[]> {
  const { body } = await stack.post("/desk/mcp", bearer, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  return ((body as { result?: { tools: { name: string }[] } }).result?.tools ?? []).map(({ name }) => name);
}

test("a tool that somebody asks for is opened from the inbox in one press, and the call passes", async ({
  signedIn: page,
  stack,
}, info) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, {
    team_id: "helpers",
    team_alias: "Helpers",
    object_permission: { mcp_tool_permissions: { desk: ["steps"] } },
  });
  const bearer = String((await stack.post("/key/generate", masterKey, { team_id: "helpers" })).body["key"]);
  const refused = await call(stack, bearer);
  expect(refused).toMatchObject({ code: "tool_not_allowed", decision_id: expect.any(String) });
  const id = typeof refused === "object" ? refused.decision_id : "";
  const asked = await stack.post("/auth/access_requests", bearer, { decision_id: id, note: "for the invoices" });
  expect(asked.body).toMatchObject({ state: "requested" });

  await page.goto("/console/refusals");
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("requested");
  await expect(first).toContainText("desk-add");
  await first.getByRole("button").first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(/Requested by key .*: for the invoices/);
  await expect(drawer).toContainText("desk-add");
  const grants = drawer.getByRole("list", { name: "What would allow it" });
  await expect(grants).toContainText("Open the tool add of desk to team Helpers");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "asked for a tool");
  await grants.getByRole("button", { name: "Open desk-add to the team" }).click();
  await expect(page.getByText("Helpers may use desk-add")).toBeVisible();
  expect(await call(stack, bearer)).toBe("5");
  // Nothing else is opened by it.
  expect((await listed(stack, bearer)).toSorted()).toEqual(["add", "steps"]);
  expect(await call(stack, bearer, "fail")).toMatchObject({ code: "tool_not_allowed" });
});

test("a server that nobody has opened is opened to a key from the key's refusal", async ({ signedIn: page, stack }) => {
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "toolless" });
  const bearer = String(body["key"]);
  const refused = await call(stack, bearer);
  expect(refused).toMatchObject({ code: "mcp_server_not_allowed" });
  await page.goto(`/console/explain?id=${typeof refused === "object" ? refused.decision_id : ""}`);
  await page.getByRole("button", { name: "Ask again under today's rules" }).click();
  await page.getByRole("button", { name: "Open desk-add to the key" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  expect(await call(stack, bearer)).toBe("5");
});
