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

test("what is typed before React has taken a page over counts, to its last letter", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "hurried" });
  const search = () => page.getByLabel("Search teams");
  const active = () => page.getByRole("button", { name: "Active", exact: true });
  const explain = () => page.getByRole("button", { name: "Explain", exact: true });
  await expectEarlyActs(page, [
    {
      what: "a search and a filter",
      path: "/console/teams",
      typed: () => search().pressSequentially("hurr"),
      control: active,
      act: () => active().click(),
      done: async () => {
        await expect(page).toHaveURL(/search=hurr&status=active/);
        await expect(search()).toHaveValue("hurr");
        await expect(page.getByRole("button", { name: "hurried", exact: true })).toBeVisible();
        await expect(page.getByRole("row")).toHaveCount(2);
      },
    },
    {
      what: "a form",
      path: "/console/explain",
      typed: async () => {
        await page.getByLabel("Token", { exact: true }).fill("not a token");
        await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
        // Nothing is sent yet, and nothing is lost.
        await page.getByLabel("Model", { exact: true }).press("Enter");
      },
      control: explain,
      act: () => page.getByLabel("Model", { exact: true }).press("Enter"),
      done: async () => {
        await expect(page.getByLabel("Model", { exact: true })).toHaveValue("gpt-4o");
        await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Refused");
        expect(page.url()).toMatch(/\/console\/explain$/);
      },
    },
  ]);
});

test("no letter is lost of what is typed while the page's scripts arrive", async ({ signedIn: page }) => {
  const scripts = await holdScripts(page);
  await page.goto("/console/teams", { waitUntil: "commit" });
  const search = page.getByLabel("Search teams");
  const word = "a-team-with-a-name-of-many-letters";
  const typing = search.pressSequentially(word, { delay: 30 });
  await expect(search).toHaveValue(/^a-te/);
  await scripts.release();
  await typing;
  await expect(search).toHaveValue(word);
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
});
