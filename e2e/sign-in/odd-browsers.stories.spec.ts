import { buttonOf, expectOneWriteEach } from "../support/double-click";
import { expect, test } from "../support/fixtures";

test("a double click, or Enter twice, writes once", async ({ signedIn: page, stack }) => {
  const { post, gateway } = stack;
  await post("/team/new", gateway.masterKey, { team_id: "twice-blocked" });
  await expectOneWriteEach(page, [
    [
      "/console/keys?new=1",
      () => page.getByLabel("Name", { exact: true }).fill("made-twice"),
      "Generate key",
      "/key/generate",
      () => expect(page.getByRole("button", { name: "I have copied it" })).toBeVisible(),
    ],
    [
      "/console/team?id=twice-blocked",
      () => page.getByRole("button", { name: /^Block/ }).click(),
      "Block team",
      "/team/block",
      () => expect(page.getByRole("dialog")).toBeHidden(),
    ],
    [
      "/console/access",
      () => page.getByRole("switch", { name: "enforce_rbac" }).click(),
      "Save revision",
      "/config/revisions",
      () => expect(buttonOf(page, "Save revision")).toBeHidden(),
    ],
  ]);
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const { revision } = await (await fetch(`${gateway.url}/config/get`, { headers })).json();
  await post("/config/revisions", gateway.masterKey, { settings: {}, base_revision: revision?.id ?? null });
});

test("a save goes on while its author goes back, and its form is not offered again", async ({
  signedIn: page,
  stack,
}) => {
  await page.goto("/console/teams", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "New team" }).first().click();
  await page.getByLabel("Team id").fill("made-on-leaving");
  await page.route("**/team/new", async (route) => {
    await page.goBack({ waitUntil: "commit" });
    await route.continue();
  });
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByText("made-on-leaving is created")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "New team" }).first().click();
  await expect(page.getByLabel("Team id")).toHaveValue("");
  await stack.post("/team/delete", stack.gateway.masterKey, { team_ids: ["made-on-leaving"] });
});

test("the console works in a browser that keeps no data of pages", async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("The user has turned this off", "SecurityError");
        },
      });
  });
  await page.goto("/console/teams?new=1", { waitUntil: "networkidle" });
  await page.getByLabel("Team id").fill("without-storage");
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByText("without-storage is created")).toBeVisible();
  await page.goto("/console/explain");
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("");
  await page.goto("/console/spend");
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Save this view…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/console/access");
  await expect(page.getByRole("switch", { name: "enforce_rbac" })).toBeVisible();
});

test("a browser whose clock is a day off shows the gateway's time", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "of-today" });
  const today = new Date().toISOString().slice(0, 10);
  for (const days of [1, -1]) {
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead;
    }, days * 86_400_000);
    await page.goto("/console/team?id=of-today");
    await expect(page.getByText("just now").first()).toBeVisible();
    await page.goto("/console/spend", { waitUntil: "networkidle" });
    const asked = page.waitForRequest(/\/spend\/report\?/);
    await page.getByLabel("Time", { exact: true }).selectOption("Last 7 days");
    expect(new URL((await asked).url()).searchParams.get("end_date")).toContain(today);
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - ahead;
    }, days * 86_400_000);
  }
});

test("a page that was open while the gateway was upgraded is loaded again", async ({ signedIn: page, watch }) => {
  watch.expectFailure("/_next/static/chunks/");
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
  });
  await page.goto("/console/settings", { waitUntil: "networkidle" });
  let isGone = true;
  await page.route("**/_next/static/chunks/**", async (route) => {
    if (!isGone) return route.continue();
    isGone = false;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole("navigation").getByRole("link", { name: "Spend", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Spend", level: 1 })).toBeVisible();
  await expect(page.getByText("The gateway has been upgraded")).toBeHidden();
  expect(isGone).toBe(false);
});

test("a megabyte that is pasted into a field gets into no address, and the page goes on", async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFailure("/auth/explain");
  const megabyte = "x".repeat(1_000_000);
  await page.goto("/console/teams", { waitUntil: "networkidle" });
  await page.getByLabel("Search teams").focus();
  await page.keyboard.insertText(megabyte);
  await expect(page).toHaveURL(/search=x{256}$/);
  await page.reload();
  await expect(page.getByLabel("Search teams")).toHaveValue("x".repeat(256));
  await page.goto("/console/explain", { waitUntil: "networkidle" });
  await page.getByLabel("Token", { exact: true }).fill(megabyte);
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(page.getByText("This could not be explained")).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.insertText(megabyte);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(page.url()).toMatch(/\/console\/explain$/);
});

test("a secret that is shown once stays when the session ends, and the sign-in follows afterwards", async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFailure("401 ");
  // What is read again every 15 seconds is read every second.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window);
    window.setInterval = ((work: () => void, milliseconds = 0) => every(work, milliseconds / 15)) as typeof every;
  });
  await page.goto("/console/keys?new=1");
  await page.getByLabel("Name", { exact: true }).fill("outlives-its-session");
  await page.getByRole("button", { name: "Generate key" }).last().click();
  const copied = page.getByRole("button", { name: "I have copied it" });
  await expect(copied).toBeVisible();
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.context().clearCookies();
  // The list behind it is read again by itself.
  await refused;
  await expect(page.getByLabel("Key", { exact: true })).toContainText("sk-");
  await copied.click();
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
});
