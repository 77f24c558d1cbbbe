import { expect, test } from "../support/fixtures";
import { expectEarlyActs, holdScripts } from "../support/held-scripts";

test("the form of the master key works before the page has any script, and keeps the key out of addresses", async ({
  page,
  stack,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await holdScripts(page);
  await page.goto("/console/requests?status=error", { waitUntil: "commit" });
  const key = page.getByLabel("Master key", { exact: true });
  await key.fill("sk-wrong");
  await key.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That is not the master key");
  await key.fill(` ${stack.gateway.masterKey}`);
  await key.press("Enter");
  await expect(page).toHaveURL(/\/console\/requests\?status=error$/);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Teams" })).toBeVisible();
  expect(addresses.filter((address) => /sk-|key=/.test(address))).toEqual([]);
});

test("a form of another site cannot sign anybody in: it has no token of the browser's cookie", async ({
  page,
  stack,
}) => {
  const answer = await page.request.post("/api/auth/callback/master-key?callbackUrl=/console", {
    form: { key: stack.gateway.masterKey, csrfToken: "forged" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  expect(answer.headers()["location"]).toContain("/console/sign-in?error=CookiesLost");
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
});

test("what is typed into the sign-in before its scripts run is sent afterwards", async ({ page, stack }) => {
  const scripts = await holdScripts(page);
  await page.goto("/console/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Master key", { exact: true }).fill(stack.gateway.masterKey);
  await scripts.release();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("what is pressed and typed before React has taken a page over happens then, in its order", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "hurried" });
  await expectEarlyActs(page, [
    [
      "a search and a filter",
      "/console/teams",
      async () => {
        await page.getByLabel("Search teams").pressSequentially("hurr");
        await page.getByRole("button", { name: "Active", exact: true }).click();
      },
      async () => {
        await expect(page).toHaveURL(/search=hurr&status=active/);
        await expect(page.getByLabel("Search teams")).toHaveValue("hurr");
        await expect(page.getByRole("button", { name: "hurried", exact: true })).toBeVisible();
        await expect(page.getByRole("row")).toHaveCount(2);
      },
    ],
    [
      "the palette and what is typed into it",
      "/console/teams",
      async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("spend");
      },
      () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toHaveValue("spend"),
    ],
    [
      "a form",
      "/console/explain",
      async () => {
        await page.getByLabel("Token", { exact: true }).fill("not a token");
        await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
        await page.getByLabel("Model", { exact: true }).press("Enter");
      },
      async () => {
        await expect(page.getByLabel("Model", { exact: true })).toHaveValue("gpt-4o");
        await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Refused");
        expect(page.url()).toMatch(/\/console\/explain$/);
      },
    ],
  ]);
});
