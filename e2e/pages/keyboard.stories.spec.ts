import { expect, type Stack, test } from "../support/fixtures";
import { type Act, button, press, tabTo, type } from "../support/keyboard-acts";

/** Opens the row in a dialog or drawer, and closes that. */
const opens =
  (row: string | RegExp): Act =>
  async (page) => {
    await press(page, row);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("dialog").locator(":focus").or(page.locator('[role="dialog"]:focus'))).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(button(page, row)).toBeFocused();
  };

const searches =
  (label: string | RegExp, text: string, left: string): Act =>
  async (page) => {
    await type(page, label, text);
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByText(left, { exact: true }).first()).toBeVisible();
  };

const sorts =
  (column: string): Act =>
  async (page) => {
    const head = page.getByRole("columnheader", { name: column });
    await tabTo(page, head.getByRole("button"));
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", /ascending|descending/);
    await expect(head.getByRole("button")).toBeFocused();
  };

/** Chooses one of a few, which are buttons side by side. */
const chooses =
  (choice: string, address: RegExp): Act =>
  async (page) => {
    await press(page, choice);
    await expect(button(page, choice)).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(address);
    await expect(button(page, choice)).toBeFocused();
  };

/** Chooses an option of a list by typing its beginning. */
const selects =
  (label: string, typed: string, address: RegExp): Act =>
  async (page) => {
    await tabTo(page, page.getByLabel(label, { exact: true }).first());
    await page.keyboard.type(typed);
    await expect(page).toHaveURL(address);
  };

const creates =
  (open: string, field: string, save: string): Act =>
  async (page) => {
    await press(page, open);
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    await page.keyboard.type(`by-keyboard ${open}`);
    await press(page, save);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(button(page, open)).toBeFocused();
  };

/** What each page is for. Each act begins on the page as it is opened. */
const PAGES: readonly (readonly [path: string, ...acts: Act[]])[] = [
  [
    "",
    async (page) => {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.locator("#content")).toBeFocused();
    },
  ],
  [
    "/teams",
    searches("Search teams", "keyed", "keyed"),
    sorts("Spend"),
    chooses("Active", /status=active/),
    creates("New team", "Team id", "Create team"),
  ],
  ["/teams?search=keyed", opens("keyed")],
  ["/users", searches("Search users", "keyed", "keyed"), sorts("Spend"), creates("New user", "User id", "Create user")],
  ["/users?search=keyed", opens("keyed")],
  ["/organizations", searches("Search organisations", "keyed", "keyed"), sorts("Created")],
  ["/organizations?search=keyed", opens("keyed")],
  ["/end-users", searches("Search end users", "keyed", "keyed"), sorts("Spend")],
  ["/end-users?search=keyed", opens("keyed")],
  [
    "/keys",
    searches("Search keys", "keyed", "keyed"),
    sorts("Key"),
    async (page) => {
      await press(page, "Generate key");
      await type(page, "Name", "made-by-keyboard");
      await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Generate key" }));
      await page.keyboard.press("Enter");
      await press(page, "I have copied it");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(button(page, "made-by-keyboard")).toBeVisible();
    },
  ],
  ["/keys?search=keyed", opens("keyed")],
  [
    "/access",
    async (page) => {
      await tabTo(page, page.getByRole("switch", { name: "enforce_rbac" }));
      await page.keyboard.press("Space");
      await tabTo(page, page.getByLabel("Comment on this revision"));
      await page.keyboard.type("By keyboard");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Comment on this revision")).toBeHidden();
      await tabTo(page, page.getByRole("switch", { name: "enforce_rbac" }));
      await page.keyboard.press("Space");
      await press(page, "Save revision");
      await expect(button(page, "Save revision")).toBeHidden();
    },
    async (page) => {
      await tabTo(page, page.getByRole("tab", { name: "Rules" }));
      for (const name of ["Who may use what", "Claims seen", "Revisions"]) {
        await page.keyboard.press("ArrowRight");
        await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
        await expect(page.getByRole("tab", { name })).toBeFocused();
      }
    },
  ],
  ["/access?tab=revisions", opens(/^Compare revision/)],
  [
    "/explain",
    async (page) => {
      await press(page, "Claims");
      await tabTo(page, page.getByLabel("Claims", { exact: true }));
      await page.keyboard.insertText('{"client_id": "keyed"}');
      await type(page, "Model", "gpt-4o");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Allowed");
    },
  ],
  [
    "/playground",
    async (page) => {
      await press(page, "Team");
      await type(page, "Team", "keyed");
      await type(page, "Model", "gpt-4o");
      await type(page, "Message 1", "Hello");
      await press(page, "Send");
      await expect(page.getByRole("region", { name: "Call of gpt-4o" }).getByRole("status")).toContainText("Answered");
      await expect(button(page, "Send")).toBeFocused();
    },
  ],
  [
    "/providers",
    async (page) => {
      await press(page, /^Refresh (http|Issuer)/);
      await expect(button(page, /^Refresh (http|Issuer)/)).toBeEnabled();
      await expect(button(page, /^Refresh (http|Issuer)/)).toBeFocused();
    },
  ],
  ["/models", searches("Search entries", "keyed", "keyed")],
  ["/models?search=keyed", opens("keyed")],
  [
    "/prices",
    async (page) => {
      await press(page, "New price");
      await type(page, "Provider", "openai");
      await type(page, "Upstream model", "keyed-price");
      await type(page, "Input", "1");
      await press(page, "Add price");
      const remove = button(page, "Delete the price of openai/keyed-price");
      // Earlier calls are offered for pricing.
      const offered = page.getByRole("dialog", { name: "Re-price calls" });
      await expect(offered.getByText("Would be booked")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(offered).toBeHidden();
      await press(page, "Delete the price of openai/keyed-price");
      await press(page, "Delete price");
      await expect(remove).toHaveCount(0);
    },
  ],
  ["/spend", selects("Time", "Last 7", /range|from/), selects("Group by", "By user", /user/)],
  ["/requests", selects("Status", "Succ", /status=success/), opens(/^Details of the call to/)],
  ["/refusals", chooses("All", /state=all/), opens("Model not allowed for the team")],
  ["/sessions", chooses("Ended", /status=ended/)],
  ["/audit", selects("Kind", "Tea", /entity_type=team/), opens(/, details$/)],
  [
    // Two pages: the last one has nowhere to go, and keeps the focus.
    "/audit?entity_id=keyed",
    async (page) => {
      const next = button(page, "Next page");
      await press(page, "Next page");
      await expect(page).toHaveURL(/page=2/);
      await expect(next).toBeDisabled();
      await expect(next).toBeFocused();
      await page.keyboard.press("Enter");
      await press(page, "Previous page");
      await expect(page).toHaveURL(/entity_id=keyed$/);
      await expect(button(page, "Previous page")).toBeFocused();
    },
  ],
];

async function makeRows({ gateway, post, chat, upstream }: Stack): Promise<void> {
  const made = async (path: string, body: object): Promise<Record<string, unknown>> =>
    (await post(path, gateway.masterKey, body)).body;
  await made("/team/new", { team_id: "keyed", models: ["gpt-4o"] });
  await made("/user/new", { user_id: "keyed" });
  await made("/organization/new", { organization_id: "keyed" });
  await made("/customer/new", { user_id: "keyed" });
  const { key } = await made("/key/generate", { key_alias: "keyed", team_id: "keyed" });
  await made("/model/new", {
    model_name: "keyed",
    gateway_params: { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" },
  });
  for (let change = 0; change < 30; change++)
    await made("/team/update", { team_id: "keyed", rpm_limit: 1_000 + change });
  expect((await chat(String(key))).status).toBe(200);
  expect((await chat(String(key), "house-model")).status).toBe(403);
}

test.beforeAll(async ({ stack }) => makeRows(stack));

// Other files begin with the settings of the file.
test.afterAll(async ({ stack: { gateway, post } }) => {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const { revision } = await (await fetch(`${gateway.url}/config/get`, { headers })).json();
  await post("/config/revisions", gateway.masterKey, { settings: {}, base_revision: revision?.id ?? null });
});

for (const [path, ...acts] of PAGES)
  test(`the main acts of /console${path} are done with the keyboard alone`, async ({ signedIn: page }) => {
    test.slow();
    for (const act of acts) {
      await page.goto(`/console${path}`, { waitUntil: "networkidle" });
      await act(page);
    }
  });
