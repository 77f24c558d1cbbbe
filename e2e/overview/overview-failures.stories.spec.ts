import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const MESSAGE = "The database does not answer.";
/** What the overview reads, with what stands in place of it while it cannot be read. */
const READS: readonly [path: string, name: string][] = [
  ["/health/deployments", "Deployments"],
  ["/health/budgets", "Budgets"],
  ["/spend/journal", "Spend journal"],
  ["/spend/report", "Spend"],
  ["/spend/logs", "Latest calls"],
  ["/auth/refusals", "Refusals"],
  ["/config/get", "Configuration"],
  ["/model/info", "Deployments"],
];

/** Answers reads of these addresses with an error, until the returned function is called. */
async function fail(page: Page, matches: (path: string) => boolean): Promise<() => void> {
  let isFailing = true;
  await page.route(
    (url) => matches(url.pathname),
    (route) =>
      isFailing && route.request().resourceType() === "fetch" && route.request().method() === "GET"
        ? route.fulfill({ status: 400, json: { error: { message: MESSAGE, code: "invalid_request" } } })
        : route.fallback(),
  );
  return () => (isFailing = false);
}

test("while nothing can be read the overview gives the cause once, and recovers when it is asked again", async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFailure("400 GET");
  const mend = await fail(
    page,
    (path) => !path.startsWith("/console") && !path.startsWith("/api/") && !path.startsWith("/_next"),
  );
  await page.goto("/console");
  const main = page.getByRole("main");
  await expect(main.getByText("Some data is unavailable")).toBeVisible();
  await expect(main.getByText("Could not be read.").first()).toBeVisible();
  await expect(main.getByText(MESSAGE.replace(".", ""))).toHaveCount(1);
  await expect(main.locator(".animate-pulse")).toHaveCount(0);
  mend();
  await main.getByRole("button", { name: "Load what could not be read again" }).click();
  await expect(main.getByText(MESSAGE.replace(".", ""))).toHaveCount(0);
  await expect(page.getByRole("img", { name: /^Calls per minute/ })).toBeVisible();
  await expect(main.getByRole("button", { name: /^Load .* again$/ })).toHaveCount(0);
});

for (const [path, name] of READS) {
  test(`while ${path} cannot be read, its part of the overview says so and is read again alone`, async ({
    signedIn: page,
    watch,
  }) => {
    watch.expectFailure(path);
    const mend = await fail(page, (asked) => asked.endsWith(path));
    await page.goto("/console");
    const main = page.getByRole("main");
    const again = main.getByRole("button", { name: `Load ${name} again`, exact: true });
    await expect(again).toBeVisible();
    // Of several parts that lack the same answer, the head alone gives the cause.
    await expect(main.getByText(MESSAGE.replace(".", "")).first()).toBeVisible();
    await expect(main.getByText("Some data is unavailable")).toBeVisible();
    await expect(main.locator(".animate-pulse")).toHaveCount(0);
    mend();
    await again.click();
    await expect(again).toBeHidden();
    await expect(main.getByText(MESSAGE)).toHaveCount(0);
  });
}

test("the page of a model says what could not be read of it, and reads it again", async ({ signedIn: page, watch }) => {
  for (const path of ["/health/deployments", "/model_group/info"]) watch.expectFailure(path);
  const mend = await fail(page, (path) => path === "/health/deployments" || path === "/model_group/info");
  await page.goto("/console/model?id=gpt-4o");
  const main = page.getByRole("main");
  const groups = main.getByRole("button", { name: "Load rates and fallbacks again" });
  const hour = main.getByRole("button", { name: "Load the last hour again" });
  await expect(groups).toBeVisible();
  await expect(hour).toBeVisible();
  await expect(main.locator(".animate-pulse")).toHaveCount(0);
  mend();
  await groups.click();
  await hour.click();
  await expect(groups).toBeHidden();
  await expect(hour).toBeHidden();
  await expect(main.getByText("No limit")).toBeVisible();
});
