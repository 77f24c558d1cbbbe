import { violationsIn, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("the graph of access says how many calls each way had, and which nobody took", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "calls-team", models: ["gpt-4o", "house-model"] });
  const token = await stack.provider.issueToken({ client_id: "calls-team" });
  for (let call = 0; call < 3; call++) expect((await stack.chat(token)).status).toBe(200);
  await page.goto("/console/access?tab=matrix&rows=team&as=graph");
  await page.getByRole("button", { name: "Draw each alone" }).click();
  await expect(
    page.getByText(/^Calls (?:today|of the last) ?.*A call counts with every role and scope of its token\.$/),
  ).toBeVisible();
  const team = page.getByRole("region", { name: "Access graph" }).getByRole("button", { name: /calls-team$/ });
  await team.focus();
  const sentence = page.getByRole("status").filter({ hasText: "calls-team may use" });
  await expect(sentence).toContainText(/gpt-4o \((3 a day|3 calls in \d+ days)\), house-model \(no calls\)/);
  await expect(
    page.getByRole("region", { name: "Access graph" }).locator("path[stroke-dasharray]").first(),
  ).toBeAttached();

  await page.getByText("As a list").focus();
  await page.keyboard.press("Enter");
  const line = page.getByRole("region", { name: "Calls a day of each" }).getByRole("row", { name: /calls-team/ });
  await expect(line.getByRole("cell").nth(2)).toContainText("gpt-4o 3");
  await expect(line.getByRole("cell").nth(3)).toContainText("house-model");

  await page.getByRole("button", { name: "30 days" }).click();
  await expect(page).toHaveURL(/days=30/);
  await expect(page.getByText("because decisions are kept for 14 days")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    expect(await violationsIn(colorScheme, page, WCAG_2)).toEqual([]);
  }
});

test("while the calls cannot be counted, the graph is drawn without them and offers to count again", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/auth/matrix/calls");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "uncounted", models: ["gpt-4o"] });
  await page.route("**/auth/matrix/calls", (route) =>
    route.fulfill({ status: 400, json: { error: { message: "It does not answer.", code: "invalid_request" } } }),
  );
  await page.goto("/console/access?tab=matrix&rows=team&as=graph");
  await page.getByRole("button", { name: "Draw each alone" }).click();
  await expect(
    page.getByRole("region", { name: "Access graph" }).getByRole("button", { name: /uncounted$/ }),
  ).toBeVisible();
  await expect(page.getByText("It does not answer.")).toBeVisible();
  await page.unroute("**/auth/matrix/calls");
  await page.getByRole("button", { name: "Load calls again" }).click();
  await expect(page.getByText(/^Calls (?:today|of the last)/)).toBeVisible();
});
