import type { Locator, Page } from "@playwright/test";
import { startAlertReceiver } from "@/testing/alerts/alert-receiver";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInWithMasterKey, type Stack, test } from "../support/fixtures";
import { type Act, button, press, tabTo, type } from "../support/keyboard-acts";

/** Blocks by the form of a page, and unblocks again. */
const blocks =
  (name: string, submit: string): Act =>
  async (page) => {
    for (const verb of ["Block", "Unblock"]) {
      const opener = button(page, new RegExp(`^${verb}( ${name})?$`));
      await tabTo(page, opener);
      await page.keyboard.press("Enter");
      if (verb === "Block" || (await page.getByRole("dialog").isVisible())) await press(page, `${verb} ${submit}`);
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(
        page
          .locator("main")
          .getByText(verb === "Block" ? "Blocked" : "Active")
          .first(),
      ).toBeVisible();
      await expect(page.locator("main button:focus")).toBeVisible();
    }
  };

/** Changes the name by the form of a page. */
const renames =
  (open: string): Act =>
  async (page) => {
    await press(page, open);
    await type(page, "Name", "Renamed by keyboard");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Renamed by keyboard" })).toBeVisible();
    await expect(button(page, open)).toBeFocused();
  };

/** Follows the first link of a part of the page. */
const follows =
  (part: (page: Page) => Locator, address: RegExp): Act =>
  async (page) => {
    await tabTo(page, part(page).getByRole("link").first());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  };

/** The pages of one thing each, and what they are for. `address`: by the management API. */
const PAGES_OF_ONE: readonly (readonly [name: string, address: (stack: Stack) => Promise<string>, ...acts: Act[]])[] = [
  [
    "team",
    async () => "/console/team?id=one-by-keys",
    renames("Edit team"),
    blocks("Renamed by keyboard", "team"),
    async (page) => {
      // The arrows go from tab to tab.
      await tabTo(page, page.getByRole("tab", { name: "Overview" }));
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(/&tab=members$/);
      await expect(page.getByRole("tab", { name: "Members" })).toBeFocused();
      await press(page, "Add member");
      await expect(page.getByLabel("User id", { exact: true })).toBeFocused();
      await page.keyboard.type("member-by-keys");
      await page.keyboard.press("Enter");
      await expect(button(page, "Edit member member-by-keys")).toBeVisible();
      await expect(button(page, "Add member")).toBeFocused();
      await press(page, "Remove member member-by-keys");
      await expect(button(page, "Undo")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(button(page, "Edit member member-by-keys")).toBeVisible();
    },
  ],
  ["user", async () => "/console/user?id=one-by-keys", renames("Edit user"), blocks("Renamed by keyboard", "user")],
  [
    "organization",
    async () => "/console/organization?id=one-by-keys",
    renames("Edit organisation"),
    blocks("Renamed by keyboard", "organisation"),
  ],
  [
    "end-user",
    async () => "/console/end-user?id=one-by-keys",
    renames("Edit end user"),
    blocks("Renamed by keyboard", "end user"),
  ],
  [
    "key",
    async ({ gateway, post }) => {
      const made = await post("/key/generate", gateway.masterKey, { key_alias: "one-by-keys" });
      return `/console/key?id=${String(made.body["token_id"])}`;
    },
    renames("Edit key"),
    blocks("Renamed by keyboard", "key"),
    async (page) => {
      await press(page, "Rotate");
      await press(page, "Rotate");
      await press(page, "I have copied it");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(button(page, "Rotate")).toBeFocused();
    },
  ],
  [
    "model",
    async () => "/console/model?id=gpt-4o",
    follows((page) => page.getByRole("list", { name: "Deployments" }), /\/console\/deployment\?id=/),
  ],
  [
    "deployment",
    async ({ gateway }) => {
      const headers = { authorization: `Bearer ${gateway.masterKey}` };
      const { data } = await (await fetch(`${gateway.url}/model/info`, { headers })).json();
      const { id } = (data as { id: string; model_name: string }[]).find((one) => one.model_name === "gpt-4o") ?? {};
      return `/console/deployment?id=${id}`;
    },
    async (page) => {
      await press(page, "Test this");
      await expect(button(page, "Test this")).toBeFocused();
      await expect(page.getByRole("region", { name: "Test" })).toContainText("gpt-4o");
    },
  ],
  [
    "issuer",
    async ({ provider }) => `/console/issuer?id=${encodeURIComponent(provider.issuer)}`,
    async (page) => {
      await press(page, /^Drill/);
      await expect(button(page, /^Drill/)).toBeEnabled();
      await expect(button(page, /^Drill/)).toBeFocused();
      await press(page, /^Refresh http/);
      await expect(button(page, /^Refresh http/)).toBeFocused();
    },
  ],
];

test.beforeAll(async ({ stack: { gateway, post } }) => {
  await post("/team/new", gateway.masterKey, { team_id: "one-by-keys" });
  for (const user_id of ["one-by-keys", "member-by-keys"]) await post("/user/new", gateway.masterKey, { user_id });
  await post("/organization/new", gateway.masterKey, { organization_id: "one-by-keys" });
  await post("/customer/new", gateway.masterKey, { user_id: "one-by-keys" });
});

for (const [name, address, ...acts] of PAGES_OF_ONE)
  test(`the main acts of /console/${name} are done with the keyboard alone`, async ({ signedIn: page, stack }) => {
    test.slow();
    // The issuer is known by its tokens.
    expect((await stack.chat(await stack.provider.issueToken({ client_id: "one-by-keys" }))).status).toBe(200);
    const path = await address(stack);
    for (const act of acts) {
      await page.goto(path, { waitUntil: "networkidle" });
      await act(page);
    }
  });

test("the main acts of /console/alerts are done with the keyboard alone", async ({ page }) => {
  const receiver = await startAlertReceiver();
  const gateway = await startGatewayWithDatabase({
    config: "general_settings:\n  alerting: [webhook]\n",
    environment: { WEBHOOK_URL: receiver.url },
  });
  try {
    await signInWithMasterKey(page, { gateway });
    await page.goto(`${gateway.url}/console/alerts?tab=channels`, { waitUntil: "networkidle" });
    await press(page, "Send a test");
    await press(page, "Send the test");
    await expect(page.getByRole("status", { name: "Test messages" })).toContainText("Accepted");
    await press(page, "Cancel");
    await expect(button(page, "Send a test")).toBeFocused();
    await press(page, "Show the signing secret");
    await press(page, "I have copied it");
    await expect(page.getByText("Signing secret")).toBeHidden();
    await expect(page.locator(":focus")).toHaveCount(1);
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
    await receiver.stop();
  }
});
