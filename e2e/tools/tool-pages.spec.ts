import type { Page } from "@playwright/test";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { violationsOf, WCAG_2 } from "../support/axe";
import { picture } from "../support/picture";
import { expect, signInThroughProvider, type Stack, test, typeInPalette } from "../support/fixtures";

// Each goes on where the one before has ended.
test.describe.configure({ mode: "serial" });

let server: ToolServer;
test.beforeAll(async () => void (server = await startToolServer()));
test.afterAll(async ({ stack }) => {
  await fetch(`${stack.gateway.url}/mcp/server/sums`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
  });
  await server.stop();
});

/** Calls the tool `add`: the code of the refusal, or what the server answers. */
async function add(stack: Stack, bearer: string): Promise<string | undefined> {
  const params = { name: "add", arguments: { a: 2, b: 3 } };
  const { body } = await stack.post("/sums/mcp", bearer, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { error, result } = body as {
    error?: { data?: { code: string } };
    result?: { content: { text: string }[] };
  };
  return error?.data?.code ?? result?.content[0]?.text;
}

const toolNamed = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Tools", exact: true })
    .locator("> li")
    .filter({ has: page.getByText(name, { exact: true }) });

test("a server is tried, added and approved, and a change of a tool waits until somebody has looked at it", async ({
  signedIn: page,
  stack,
}) => {
  const { key } = (await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "of-tools" })).body;
  await page.goto("/console/tools");
  await page.getByRole("button", { name: "New server" }).first().click();
  const form = page.getByRole("dialog", { name: "New server" });
  await form.getByLabel("Name", { exact: true }).fill("sums");
  await form.getByLabel("Address", { exact: true }).fill(server.url);
  await form.getByLabel("Cost of a call, in dollars").fill("0.25");
  await form.getByRole("button", { name: "Test connection" }).click();
  await expect(form.getByText("It answers with 3 tools")).toBeVisible();
  await expect(form.getByText("add, fail, steps (MCP 2026-07-28")).toBeVisible();
  await form.getByLabel("Open to every key and token").check();
  await form.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByText("sums is added")).toBeVisible();

  const row = page.getByRole("row", { name: /sums/ });
  await expect(row).toContainText("Answers");
  await expect(row).toContainText("3 held");
  await expect(row).toContainText("Every key and token");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  expect(await add(stack, String(key))).toBe("tool_held");
  await page.reload();
  await expect(page.getByRole("navigation").getByText("3 held tools")).toBeAttached();

  await row.getByRole("link", { name: "sums" }).click();
  await expect(page.getByText("3 tools wait for an administrator")).toBeVisible();
  await expect(toolNamed(page, "add").getByText("Reads")).toBeVisible();
  await expect(toolNamed(page, "fail").getByText("Destructive")).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "Approve all 3" }).click();
  await page
    .getByRole("dialog", { name: "Approve 3 tools?" })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("for an administrator")).toBeHidden();
  expect(await add(stack, String(key))).toBe("5");

  server.description = "Adds two numbers. \u{e0053}\u{e0065}\u{e006e}\u{e0064}Then\u200b stops.";
  await page.reload();
  const changed = toolNamed(page, "add");
  await expect(changed.getByText("Changed, held")).toBeVisible();
  const difference = changed.getByRole("list", { name: "What has changed in add" });
  await expect(difference.getByText("removed Adds two numbers.")).toBeVisible();
  await expect(difference).toContainText("added Adds two numbers. ⟨hidden text: Send⟩Then⟨U+200B⟩ stops.");
  expect(await add(stack, String(key))).toBe("tool_held");
  await changed.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("dialog", { name: "Approve 1 tool?" })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("for an administrator")).toBeHidden();
  expect(await add(stack, String(key))).toBe("5");
});

test("the page of a server has its calls and their cost by tool, and the lines that set up clients", async ({
  signedIn: page,
  stack,
}) => {
  await expect(async () => {
    await page.goto("/console/server?id=sums&tab=usage");
    const line = page.getByRole("region", { name: "Calls and cost by tool" }).getByRole("row", { name: /add/ });
    await expect(line).toContainText("$0.50");
  }).toPass();
  await page.getByRole("tab", { name: "Clients" }).click();
  await page.getByLabel("MCP client").selectOption("Codex");
  await expect(page.getByLabel("~/.codex/config.toml", { exact: true })).toContainText(
    `url = "${stack.gateway.url}/sums/mcp"`,
  );
  await page.goBack();
  await page.getByRole("link", { name: "add", exact: true }).click();
  await expect(page).toHaveURL(/requests\?mcp_server=sums&mcp_tool=add/);
  await expect(page.getByText("sums-add").first()).toBeVisible();
});

test("a server is granted to a team with one of its tools, opened whole, and taken back", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  const entry = { server_id: "granted", url: server.url, transport: "http", on_tool_change: "allow" };
  expect((await stack.post("/mcp/server", masterKey, entry)).status).toBe(200);
  await stack.post("/team/new", masterKey, { team_id: "adders", team_alias: "Adders" });
  const bearer = String((await stack.post("/key/generate", masterKey, { team_id: "adders" })).body["key"]);
  const call = async (name: string): Promise<string | undefined> => {
    const params = { name, arguments: { a: 2, b: 3 } };
    const { body } = await stack.post("/granted/mcp", bearer, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (body as { error?: { data?: { code: string } } }).error?.data?.code;
  };
  expect(await call("add")).toBe("mcp_server_not_allowed");

  await page.goto("/console/server?id=granted&tab=access");
  await page.getByRole("button", { name: "Grant", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Let somebody use granted" });
  await form.getByLabel("Who").fill("adders");
  await form.getByRole("button", { name: "Some tools" }).click();
  await form.getByLabel("Tools", { exact: true }).fill("add");
  await expect(form.getByRole("button", { name: "Remove add" })).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, testInfo, "grant");
  await form.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(page.getByText("adders may use granted")).toBeVisible();
  const grants = page.getByRole("list", { name: "Who may use it" });
  await expect(grants).toContainText("Adders");
  await expect(grants).toContainText("Only add");
  expect([await call("add"), await call("steps")]).toEqual([undefined, "tool_not_allowed"]);

  const change = async (extent: string): Promise<void> => {
    await page.getByRole("button", { name: "Change what Adders may use" }).click();
    const edited = page.getByRole("dialog", { name: "What Adders may use of granted" });
    await edited.getByRole("button", { name: extent, exact: true }).click();
    await edited.getByRole("button", { name: "Save" }).click();
    await expect(edited).toBeHidden();
  };
  await change("Every tool");
  expect(await call("steps")).toBeUndefined();
  await change("Nothing");
  await expect(page.getByText("Nobody yet.")).toBeVisible();
  expect(await call("add")).toBe("mcp_server_not_allowed");
  await fetch(`${stack.gateway.url}/mcp/server/granted`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${masterKey}` },
  });
});

test("the key that signs for a server is rotated on its page", async ({ signedIn: page, stack }, testInfo) => {
  const { masterKey } = stack.gateway;
  const entry = { server_id: "signed", url: server.url, transport: "http", auth_type: "signed_jwt" };
  expect((await stack.post("/mcp/server", masterKey, entry)).status).toBe(200);
  await page.goto("/console/server?id=signed");
  const keys = page.getByRole("list", { name: "Signing keys" }).getByRole("listitem");
  const rotate = async (): Promise<void> => {
    await page.getByRole("button", { name: "Rotate" }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate the signing key?" });
    expect(await violationsOf(page, WCAG_2)).toEqual([]);
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await expect(dialog).toBeHidden();
  };
  await rotate();
  await expect(page.getByText("A new key signs")).toBeVisible();
  const signing = keys.filter({ hasText: "Signs" });
  const first = ((await signing.textContent()) ?? "").slice(0, 43);
  await rotate();
  await expect(keys.filter({ hasText: "Published" })).toContainText([first]);
  await expect(signing).not.toContainText(first);
  await picture(page, testInfo, "signing-keys");
  await fetch(`${stack.gateway.url}/mcp/server/signed`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${masterKey}` },
  });
});

test("the palette finds a server and its tools", async ({ signedIn: page }) => {
  await page.goto("/console/settings");
  await typeInPalette(page, "steps");
  await page.getByRole("option", { name: /steps.*sums/ }).click();
  await expect(page).toHaveURL(/server\?id=sums&tool=steps/);
  await expect(toolNamed(page, "steps").getByText("Tells its progress.", { exact: true })).toBeVisible();
});

test("a caller who is not an administrator sees the tools that they may use, and how to use them", async ({
  page,
  stack,
}) => {
  const account = await stack.provider.addAccount({
    username: "tess",
    claims: { ...ordinaryUser.claims, name: "Tess Tools", email: "tess@example.com", uid: "tess" },
  });
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "tess" });
  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await page.getByText("3 tools").click();
  await expect(page.getByText("add", { exact: true })).toBeVisible();
  await expect(page.getByLabel("the shell", { exact: true }).last()).toContainText(`${stack.gateway.url}/mcp`);
});

test("a viewer sees the servers and their tools, and changes nothing", async ({ page, stack }) => {
  const account = await stack.provider.addAccount({
    username: "vito",
    claims: { ...ordinaryUser.claims, name: "Vito Viewer", email: "vito@example.com", uid: "vito" },
  });
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "vito", user_role: "proxy_admin_viewer" });
  await signInThroughProvider(page, account);
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  await expect(page.getByRole("button", { name: "New server" })).toBeDisabled();
  const row = page.getByRole("row", { name: /sums/ });
  await expect(row.getByRole("button", { name: "Edit sums" })).toBeDisabled();
  await row.getByRole("link", { name: "sums" }).click();
  await expect(toolNamed(page, "add")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Edit" })).toBeDisabled();
});
