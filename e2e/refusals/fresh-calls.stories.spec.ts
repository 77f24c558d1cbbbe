import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";
import { ONE_LOOK } from "@/testing/patience.mjs";

const age = (page: Page) => page.getByText(/^Updated /);
/** How often a list is read again. */
const PERIOD_MS = 15_000;
const isApiAddress = (url: URL) => !/^\/(console|_next|api)\b/.test(url.pathname);

test("Requests reads itself again without Live: what is open stays, and what cannot be read again is said", async ({
  signedIn: page,
  stack,
  watch,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "fresh", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "fresh" });
  const call = async (model = "gpt-4o") => (await stack.chat(String(body.key), model)).status;
  expect(await call()).toBe(200);
  const counted = async (): Promise<number> =>
    (await (await page.request.get("/spend/logs?team_id=fresh&size=1")).json()).total;
  await page.clock.install();
  await page.goto("/console/requests?team_id=fresh");
  const rows = page.getByRole("button", { name: /^Details of the/ });
  await expect(rows).toHaveCount(1);
  await expect(age(page)).toHaveText("Updated just now");
  expect(await violationsOf(page)).toEqual([]);

  // A row keeps the focus while others come before it.
  await rows.first().focus();
  expect(await call()).toBe(200);
  await expect.poll(counted).toBe(2);
  await page.clock.fastForward(PERIOD_MS);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toBeFocused();

  // A drawer stays open.
  await rows.nth(1).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await call("gpt-4.1-nano")).toBe(403);
  await expect(async () => {
    await page.clock.fastForward(PERIOD_MS);
    await expect(page.locator("main tbody tr")).toHaveCount(3, ONE_LOOK);
  }).toPass();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows.nth(2)).toBeFocused();
  await picture(page, testInfo, "fresh-requests");

  // A failed read keeps the rows, and the page says so.
  watch.expectFailure("ERR_CONNECTION_REFUSED");
  await page.route(isApiAddress, (route) => route.abort("connectionrefused"));
  await page.clock.fastForward(4 * 60_000);
  await expect(page.getByRole("button", { name: /^Not up to date/ })).toBeVisible();
  await expect(page.getByText(/^Not updated since/)).toBeVisible();
  await expect(rows).toHaveCount(3);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(age(page)).toHaveText("Updated just now");
});

test("a line above Requests says that the list is live or paused, and goes with that", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "in-line", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { team_id: "in-line" });
  expect((await stack.chat(String(body.key))).status).toBe(200);
  await page.goto("/console/requests?team_id=in-line");
  const head = page.getByRole("columnheader", { name: "When" });
  const top = async () => (await head.boundingBox())?.y;
  const before = await top();
  await page.getByRole("button", { name: "Live" }).click();
  await expect(page.getByText(/^Live: the latest requests/)).toBeVisible();
  await expect(age(page)).toHaveText("Updated just now");
  const live = await top();
  await picture(page, testInfo, "live-requests");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText(/^Paused: the list is as it was at/)).toBeVisible();
  await expect(age(page)).toBeHidden();
  expect(await top()).toBe(live);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByText(/^Paused/)).toBeHidden();
  await expect.poll(top).toBe(before);
});
