import { violationsIn } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("the bell tells of requests for access and of keys that end, leads to them, and remembers what was seen", async ({
  signedIn: page,
  stack: { gateway, post },
}) => {
  const { body } = await post("/key/generate", gateway.masterKey, { key_alias: "ends-soon", duration: "3d" });
  await post("/key/generate", gateway.masterKey, { key_alias: "ends-late", duration: "30d" });
  await post("/team/new", gateway.masterKey, { team_id: "belled", models: ["house-model"] });
  const key = String((await post("/key/generate", gateway.masterKey, { team_id: "belled" })).body["key"]);
  const refused = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] }),
  });
  const decision_id = refused.headers.get("x-gateway-decision-id");
  await expect
    .poll(async () => (await post("/auth/access_requests", key, { decision_id, note: "for the demo" })).status)
    .toBe(200);

  await page.goto("/console/teams");
  const bell = page.getByRole("button", { name: /^Notifications: \d+ new$/ });
  await bell.click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: /asks for access.*for the demo/ })).toBeVisible();
  await expect(menu.getByText("Key ends-late ends")).toHaveCount(0);
  // Behind an open menu the page is hidden, so that only its colours are looked at.
  expect(await violationsIn("dark", page)).toEqual([]);
  await menu.getByRole("menuitem", { name: /Key ends-soon ends/ }).click();
  await expect(page).toHaveURL(new RegExp(`/console/key\\?id=${String(body["token_id"])}`));
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Notifications", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /asks for access/ }).press("Enter");
  await expect(page).toHaveURL(/\/console\/refusals\?state=all/);
  await expect(page.getByRole("dialog")).toContainText("for the demo");
});

test("the navigation folds to icons, which this browser remembers, and counts who asks for access", async ({
  signedIn: page,
  stack: { provider, chat },
}) => {
  expect((await chat(await provider.issueToken({ client_id: "counted-project" }))).status).toBe(403);
  await page.goto("/console/refusals");
  const navigation = page.getByRole("navigation", { name: "Console" });
  await expect(navigation.getByText(/\d+ (open groups?|requests? for access)/)).toBeAttached();
  const width = () => navigation.evaluate((element) => element.getBoundingClientRect().width);
  expect(await width()).toBeGreaterThan(200);
  const fold = page.getByRole("button", { name: "Collapse the navigation" });
  await fold.click();
  await expect(fold).toHaveAttribute("aria-pressed", "true");
  expect(await width()).toBeLessThan(60);
  expect(await violationsIn("light", page)).toEqual([]);
  await page.reload();
  // The server knows, so nothing moves.
  expect(await width()).toBeLessThan(60);
  await navigation.getByRole("link", { name: "Keys", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-pressed", "false");
  expect(await width()).toBeGreaterThan(200);
});
