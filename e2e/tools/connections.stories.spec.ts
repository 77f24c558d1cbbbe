import type { Page } from "@playwright/test";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, signInThroughProvider, type Stack, test } from "../support/fixtures";
import { picture } from "../support/picture";

// Each goes on where the one before has ended.
test.describe.configure({ mode: "serial" });

const SERVER = "wiki";
/** A server that is added in the console. */
const TYPED = "notes";
let server: ToolServer;
/** The authorization server of the wiki. */
let wiki: LocalProvider;
test.beforeAll(async ({ stack }) => {
  [server, wiki] = await Promise.all([startToolServer(), startProvider({ registersClients: true })]);
  server.issuer = wiki.issuer;
  await wiki.addAccount({ username: "pia", title: "Pia" });
  const added = await stack.post("/mcp/server", stack.gateway.masterKey, {
    server_id: SERVER,
    url: server.url,
    transport: "http",
    description: "Pages of the whole company",
    allow_all_keys: true,
    on_tool_change: "allow",
    auth_type: "oauth2",
    oauth2_flow: "authorization_code",
  });
  expect(added.status).toBe(200);
});
test.afterAll(async ({ stack }) => {
  for (const id of [SERVER, TYPED])
    await fetch(`${stack.gateway.url}/mcp/server/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
    });
  await Promise.all([server.stop(), wiki.stop()]);
});

async function signInAsPia(page: Page, { gateway, provider, post }: Stack): Promise<void> {
  const claims = { ...ordinaryUser.claims, name: "Pia Pages", email: "pia@example.com", uid: "pia" };
  await post("/user/new", gateway.masterKey, { user_id: "pia" });
  await signInThroughProvider(page, await provider.addAccount({ username: "pia", claims }));
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
}

test("a user connects to a server at its own sign-in page, and comes back connected", async ({ page, stack }, info) => {
  await signInAsPia(page, stack);
  await page.goto(`/console/connections?server=${SERVER}`);
  await expect(page.getByText(`Connect to ${SERVER} to go on`)).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "wanted");

  await page.getByRole("button", { name: `Connect to ${SERVER}` }).click();
  await expect(page).toHaveURL(new RegExp(`^${wiki.issuer}/`));
  await page.getByLabel("User name").fill("pia");
  await page.getByLabel("Password").fill("pia");
  await page.getByRole("button", { name: "Log in" }).click();

  await expect(page.getByText(`Connected to ${SERVER}`)).toBeVisible();
  await expect(page).toHaveURL(`${stack.gateway.url}/console/connections`);
  await expect(page.getByRole("row", { name: new RegExp(SERVER) })).toContainText("Connected");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "connected");

  // Neither what came back nor a token stays where the browser keeps things.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  expect(kept).not.toMatch(/code=|state=|access_token|refresh_token/);
});

test("an administrator sees who is connected, and disconnects a user", async ({ signedIn: page }, info) => {
  await page.goto(`/console/server?id=${SERVER}&tab=access`);
  const users = page.getByRole("list", { name: "Connected users" });
  await expect(users.getByText("pia")).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "server");
  await users.getByRole("button", { name: "Disconnect pia" }).click();
  const dialog = page.getByRole("dialog", { name: `Disconnect pia from ${SERVER}?` });
  await expect(dialog.getByText("This cannot be undone.")).toBeVisible();
  await dialog.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByText("pia is disconnected")).toBeVisible();
  await expect(users).toBeHidden();
});

test("a server whose users connect is added in the console, with headers and prices by tool", async ({
  signedIn: page,
  stack,
}, info) => {
  await page.goto("/console/tools");
  await page.getByRole("button", { name: "New server" }).first().click();
  const form = page.getByRole("dialog", { name: "New server" });
  await form.getByLabel("Name", { exact: true }).fill(TYPED);
  await form.getByLabel("Address", { exact: true }).fill(server.url);
  await form.getByLabel("The gateway authenticates by").selectOption("OAuth 2, for each user who connects");
  await form.getByText("More about signing in").click();
  await form.getByLabel("upstream_resource").fill("none");
  await form.getByText("Cost by tool, headers and limits").click();
  await form.getByLabel("Cost of a call by tool, in dollars").fill("add: 0.5");
  await form.getByLabel("Headers of every request").fill("x-team: secret-of-the-team");
  await form.getByLabel("Requests per minute").fill("600");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "form");
  await form.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByText(`${TYPED} is added`)).toBeVisible();

  await page.goto(`/console/server?id=${TYPED}`);
  await expect(page.getByText("OAuth 2, for each user who connects")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${TYPED}` });
  await expect(edit.getByLabel("upstream_resource")).toHaveValue("none");
  await expect(edit.getByLabel("Cost of a call by tool, in dollars")).toHaveValue("add: 0.5");
  await expect(edit.getByLabel("Headers of every request")).toHaveAttribute("placeholder", "Stays x-team");
  await picture(page, info, "edit");
  await edit.getByRole("button", { name: "Remove headers" }).click();
  await edit.getByLabel("upstream_resource").fill("");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`${TYPED} is changed`)).toBeVisible();
  const { masterKey } = stack.gateway;
  const read = await fetch(`${stack.gateway.url}/v1/mcp/server/${TYPED}`, {
    headers: { authorization: `Bearer ${masterKey}` },
  });
  const stored = (await read.json()) as Record<string, unknown>;
  expect(stored).toMatchObject({ oauth2_flow: "authorization_code", mcp_rpm_limit: 600 });
  expect(stored["static_headers"] ?? {}).toEqual({});
  expect(stored).not.toHaveProperty("upstream_resource");
});

test("the master key is told that only users connect", async ({ signedIn: page }, info) => {
  await page.goto("/console/connections");
  await expect(page.getByText("Only users connect", { exact: true })).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "master-key");
});

test("an answer that nobody asked for connects nobody, and leads back", async ({ page, stack, watch }, info) => {
  watch.expectFailure("/connection/finish");
  await signInThroughProvider(page, { username: "pia", password: "pia" });
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await page.goto("/console/connections/return?state=forged&code=stolen");
  await expect(page.getByText("You are not connected", { exact: true })).toBeVisible();
  await expect(page.getByText("This sign-in did not begin here")).toBeVisible();
  await expect(page).toHaveURL(`${stack.gateway.url}/console/connections/return`);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await picture(page, info, "refused");
  await page.getByRole("link", { name: "Back to my connections" }).click();
  await expect(page.getByRole("row", { name: new RegExp(SERVER) })).toContainText("Not connected");
});
