import { ordinaryUser } from "@/local/provider/provider-parties";
import type { Locator, Page } from "@playwright/test";
import { expect, signInThroughProvider, type Stack, test } from "../support/fixtures";
import { ON_ONES_OWN_PAGE } from "../support/own-surfaces";
import { CREDENTIAL, KEY, MODEL, ON_A_PHONE, PRICE, ROWS, SURFACES, TOOL_SERVER } from "../support/surfaces";
import { holdScriptWith, holdTimers } from "../support/held-scripts";
import { inParts } from "../support/in-parts";
import type { Press, Surface } from "../support/surface";

const buttonFor = (page: Page, { role = "button", name }: Press): Locator =>
  page.getByRole(role, { name, exact: typeof name === "string" }).first();

const shownOf = (page: Page, { name }: Surface): Locator =>
  (name === undefined ? page.getByRole("menu") : page.getByRole("dialog", { name, exact: true })).last();

async function pressAll(page: Page, presses: readonly Press[]): Promise<void> {
  for (const one of presses) {
    // What a dialog reads first may be needed before it can be confirmed.
    await expect(buttonFor(page, one)).toBeEnabled();
    await buttonFor(page, one).focus();
    await page.keyboard.press("Enter");
  }
}

/** Whether a surface leaves another one open, as a dialog leaves the drawer that it was opened from. */
const isOnAnother = ({ open, returnsTo }: Surface): boolean => open.length > 1 && returnsTo === undefined;

/** Whether a surface can be opened on the page as the last one left it, so that it is not loaded again. */
const followsOn = (last: Surface | undefined, { path, before }: Surface): boolean =>
  last !== undefined && last.path === path && !last.before && !before;

/** Opens a surface by keyboard, closes it by Escape and by its own button, and expects the focus where it was. */
async function expectFocusBack(page: Page, surface: Surface): Promise<void> {
  const { file, open, close, before, undo } = surface;
  await before?.(page);
  const last = open.at(-1) ?? open[0];
  const opener = buttonFor(page, surface.returnsTo ?? last);
  const shown = shownOf(page, surface);
  for (const closing of close === undefined ? ["Escape"] : ["Escape", close]) {
    const label = `${file}: ${String(last.name)}, closed by ${closing}`;
    await test.step(label, async () => {
      // The drawer that was opened on the way may still be open.
      await pressAll(page, closing === "Escape" || surface.returnsTo ? open : [last]);
      await expect(shown, label).toBeVisible();
      // The focus is in it before anybody presses a key.
      await expect(shown.locator(":focus").or(shown.and(page.locator(":focus"))), label).toHaveCount(1);
      // A dialog that reads its row first says so when it is there.
      if (undo !== undefined)
        await expect(shown, label).toContainText(undo ? "You can undo this" : "This cannot be undone.");
      if (closing === "Escape") await page.keyboard.press("Escape");
      else {
        await shown.getByRole("button", { name: closing }).last().focus();
        await page.keyboard.press("Enter");
      }
      await expect(shown, label).toBeHidden();
      await expect(opener, label).toBeFocused();
    });
  }
}

/** The same for one surface after another. */
async function expectFocusBackFromEach(page: Page, surfaces: readonly Surface[]): Promise<void> {
  for (const [at, surface] of surfaces.entries()) {
    if (!followsOn(surfaces[at - 1], surface)) await page.goto(`/console${surface.path}`, { waitUntil: "networkidle" });
    await expectFocusBack(page, surface);
    if (!isOnAnother(surface)) continue;
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
}

/** Something to open on every page. */
async function makeRows({ gateway, post, chat, upstream }: Stack): Promise<void> {
  const made = async (path: string, body: object): Promise<Record<string, unknown>> =>
    (await post(path, gateway.masterKey, body)).body;
  await made("/team/new", { team_id: ROWS.team, models: ["house-model"], max_budget: 1000 });
  await made("/user/new", { user_id: ROWS.user });
  await made("/organization/new", { organization_id: ROWS.organization });
  await made("/customer/new", { user_id: ROWS.endUser });
  const { key } = await made("/key/generate", { key_alias: KEY, team_id: ROWS.team });
  await made("/model/new", {
    model_name: MODEL,
    gateway_params: { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" },
  });
  await made("/credentials", { credential_name: CREDENTIAL, credential_values: { api_key: "shared-key" } });
  await made("/mcp/server", {
    server_id: TOOL_SERVER,
    url: `${upstream.apiBase}/mcp`,
    transport: "http",
    auth_type: "signed_jwt",
  });
  const [provider, model] = PRICE.split("/");
  await made("/price/new", { provider, model, input_cost_per_token: 1e-6, effective_from: "2026-01-01" });
  for (const comment of ["the first", "the second"]) {
    const { id } =
      (
        (await made("/config/revisions", {
          settings: {},
          comment,
          base_revision: await revisionOf(gateway),
        })) as { revision?: { id: number } }
      ).revision ?? {};
    expect(id).toBeGreaterThan(0);
  }
  expect((await chat(String(key), "house-model")).status).toBe(200);
  expect((await chat(String(key), "gpt-4o")).status).toBe(403);
}

/** Removes the prices, the credential and the server that this file made: other files expect none. */
async function removeShared({ gateway, post }: Stack): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const { data } = await (await fetch(`${gateway.url}/price/list?model=focus-price`, { headers })).json();
  const price_ids = (data as { price_id: string }[]).map((price) => price.price_id);
  await post("/price/delete", gateway.masterKey, { price_ids });
  await fetch(`${gateway.url}/credentials/${CREDENTIAL}`, { method: "DELETE", headers });
  await fetch(`${gateway.url}/mcp/server/${TOOL_SERVER}`, { method: "DELETE", headers });
  await fetch(`${gateway.url}/login`, { method: "DELETE", headers });
}

async function revisionOf({ url, masterKey }: Stack["gateway"]): Promise<number | null> {
  const answer = await fetch(`${url}/config/get`, { headers: { authorization: `Bearer ${masterKey}` } });
  return ((await answer.json()) as { revision: { id: number } | null }).revision?.id ?? null;
}

test.describe("each dialog, drawer and menu gives the focus back to what opened it, however it is closed", () => {
  test.beforeAll(({ stack }) => makeRows(stack));
  test.afterAll(({ stack }) => removeShared(stack));

  for (const some of inParts(SURFACES, 8)) {
    const [{ file: first }, last] = [some[0], some.at(-1)];
    test(`from ${first} to ${last?.file}, ${some.length} of them`, async ({ signedIn: page }) => {
      test.slow();
      await expectFocusBackFromEach(page, some);
    });
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the navigation gives the focus back to the button that opened it", async ({ signedIn: page }) => {
    await expectFocusBackFromEach(page, ON_A_PHONE);
  });
});

test("the dialogs of a team administrator's own page give the focus back", async ({ page, stack }) => {
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "frieda",
    claims: { ...ordinaryUser.claims, email: "frieda@example.com", uid: "frieda" },
  });
  await stack.post("/user/new", masterKey, { user_id: "frieda" });
  const members_with_roles = [{ user_id: "frieda", role: "admin" }];
  await stack.post("/team/new", masterKey, { team_id: "friedas", members_with_roles });
  await stack.post("/key/generate", masterKey, { key_alias: "of-friedas", team_id: "friedas" });
  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await expectFocusBackFromEach(page, ON_ONES_OWN_PAGE);
});

test("a dialog whose code comes in the moment in which its menu has closed gives the focus back too", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "focus-slow" });
  const code = await holdScriptWith(page, "Also cut streams in flight");
  const hold = await holdTimers(page);
  await page.goto("/console/teams?search=focus-slow");
  await pressAll(page, [{ name: "Actions for focus-slow" }]);
  const block = page.getByRole("menuitem", { name: "Block" });
  await block.focus();
  // The menu gives the focus back by a timer.
  await hold(true);
  await page.keyboard.press("Enter");
  await expect(block).toBeHidden();
  await expect(page.locator("body")).toBeFocused();
  code.release();
  const dialog = page.getByRole("dialog", { name: "Block focus-slow?" });
  await expect(dialog).toBeVisible();
  await hold(false);
  await expect(dialog.locator(":focus").or(dialog.and(page.locator(":focus")))).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Actions for focus-slow" })).toBeFocused();
});

test("after a row is gone, the focus is on the heading of its list", async ({ signedIn: page, stack }) => {
  test.slow();
  const { gateway, post, upstream } = stack;
  await post("/team/new", gateway.masterKey, { team_id: "soon-gone" });
  await post("/key/generate", gateway.masterKey, { key_alias: "soon-gone" });
  await post("/model/new", gateway.masterKey, {
    model_name: "soon-gone",
    gateway_params: { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" },
  });
  await post("/price/new", gateway.masterKey, {
    provider: "openai",
    model: "soon-gone",
    input_cost_per_token: 1e-6,
    effective_from: "2026-01-01",
  });
  for (const [path, heading, opener, ...then] of [
    ["/teams?search=soon-gone", "Teams", "soon-gone", "Delete", "Delete team"],
    ["/keys?search=soon-gone", "Keys", "soon-gone", "Delete", "Delete key"],
    ["/models?search=soon-gone", "Models", "soon-gone", "Delete", "Delete model"],
    ["/prices", "Prices", "Delete the price of openai/soon-gone", "Delete price"],
  ] as const) {
    await page.goto(`/console${path}`, { waitUntil: "networkidle" });
    await pressAll(
      page,
      [opener, ...then].map((name) => ({ name })),
    );
    await expect(page.getByRole("button", { name: opener, exact: true })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: heading }), path).toBeFocused();
  }
});

test("the forms of members give the focus back to what opened them, and a removal to its undoing", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "focus-members",
    members_with_roles: [{ user_id: "focus-member" }],
  });
  await page.goto("/console/team?id=focus-members&tab=members", { waitUntil: "networkidle" });
  for (const [opener, form] of [
    ["Add member", "New member"],
    ["Edit member focus-member", "Member focus-member"],
  ] as const) {
    await pressAll(page, [{ name: opener }]);
    await page.getByRole("form", { name: form }).getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  }
  await pressAll(page, [{ name: "Edit member focus-member" }]);
  await page.getByLabel("Requests a minute").fill("5");
  await page.keyboard.press("Enter");
  await expect(page.getByText("5 requests/min")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit member focus-member" })).toBeFocused();
  await pressAll(page, [{ name: "Remove member focus-member" }]);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
});

test("Escape closes a dialog as soon as it is drawn, and not the drawer that it was opened from", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "focus-hurried" });
  await page.goto("/console/teams?id=focus-hurried", { waitUntil: "networkidle" });
  const drawer = page.getByRole("dialog", { name: "focus-hurried", exact: true });
  const edit = page.getByRole("button", { name: "Edit team" });
  for (let time = 0; time < 5; time++) {
    // Escape comes in the same moment as the dialog, as from a fast finger on a loaded machine.
    await edit.evaluate(async (button) => {
      const drawn = new Promise<void>((resolve) => {
        const count = document.querySelectorAll('[role="dialog"]').length;
        const observer = new MutationObserver(() => {
          if (document.querySelectorAll('[role="dialog"]').length === count) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      (button as HTMLButtonElement).focus();
      (button as HTMLButtonElement).click();
      await drawn;
      const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(escape);
    });
    await expect(page.getByRole("dialog", { name: "Edit focus-hurried" })).toBeHidden();
    await expect(drawer).toBeVisible();
    await expect(edit).toBeFocused();
  }
});

test("a repair gives the focus to its answer when its button goes", async ({ signedIn: page, stack }) => {
  const { gateway, post } = stack;
  await post("/team/new", gateway.masterKey, { team_id: "focus-repaired", models: ["house-model"] });
  const { key } = (await post("/key/generate", gateway.masterKey, { team_id: "focus-repaired" })).body;
  const refused = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(key)}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(refused.status).toBe(403);
  await page.goto(`/console/explain?id=${refused.headers.get("x-gateway-decision-id") ?? ""}`, {
    waitUntil: "networkidle",
  });
  await pressAll(page, [{ name: "Ask again under today's rules" }]);
  await expect(page.getByRole("group", { name: "Ask again under today's rules" })).toBeFocused();
  await pressAll(page, [{ name: "What would change?" }, { name: "Add gpt-4o to the team" }]);
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  await expect(page.getByRole("group", { name: "Under today's rules", exact: true })).toBeFocused();
});
