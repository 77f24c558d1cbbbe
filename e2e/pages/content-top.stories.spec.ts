import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

/** How far from the top the first row of a table or list, figure or chart may begin, in pixels. */
const LOWEST = 230;

/** Where the first row, list of facts, figure or chart of the page begins, in pixels from the top. */
async function contentTop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const found = document.querySelectorAll(
      'main :is(tbody tr, [role="img"], figure, section dl, section li, section p[class*="tabular-nums"])',
    );
    const tops = [...found].map((element) => element.getBoundingClientRect());
    return Math.min(...tops.filter(({ height }) => height > 0).map(({ top }) => top));
  });
}

test("the content of each page begins near its top", async ({
  signedIn: page,
  stack: { gateway, post, provider, chat },
}) => {
  test.slow();
  const { masterKey } = gateway;
  await post("/organization/new", masterKey, { organization_id: "near-org" });
  const members = [{ user_id: "near-user" }];
  const budget = { max_budget: 100, budget_duration: "30d" };
  const of = { organization_id: "near-org", members_with_roles: members };
  await post("/team/new", masterKey, { team_id: "near", ...of, ...budget });
  await post("/price/new", masterKey, { provider: "vllm", model: "near-*", input_cost_per_token: 1e-6 });
  const { body } = await post("/key/generate", masterKey, { team_id: "near", user_id: "near-user" });
  expect((await chat(String(body["key"]))).status).toBe(200);
  expect((await chat(await provider.issueToken({ client_id: "nobody-near" }))).status).toBe(403);
  // Served without a price, which *Prices* lists first.
  expect((await chat(String(body["key"]), "house-model")).status).toBe(200);
  await post("/customer/new", masterKey, { user_id: "near-reader" });
  const headers = { authorization: `Bearer ${masterKey}` };
  const { data } = await (await fetch(`${gateway.url}/model/info`, { headers })).json();
  const { id: deployment } = (data as { id: string }[])[0] ?? {};
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of [
    "",
    "/spend",
    "/requests",
    "/refusals",
    "/models",
    "/audit",
    "/teams",
    "/users",
    "/keys",
    "/team?id=near",
    "/user?id=near-user",
    "/organization?id=near-org",
    `/key?id=${String(body["token_id"])}`,
    "/model?id=gpt-4o",
    `/deployment?id=${deployment}`,
    `/issuer?id=${encodeURIComponent(provider.issuer)}`,
    "/organizations",
    "/end-user?id=near-reader",
    "/end-users",
    "/prices",
    "/providers",
    "/settings",
    "/access",
    "/sessions",
    "/reference",
    "/budgets",
    "/teams?chart=calls",
    "/models?chart=calls",
  ]) {
    await page.goto(`/console${path}`, { waitUntil: "networkidle" });
    // Parts of a page come one after another, and the lower ones may be there first.
    await expect
      .configure({ soft: true })
      .poll(() => contentTop(page), path)
      .toBeLessThanOrEqual(LOWEST);
  }
});
