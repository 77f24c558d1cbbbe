import { ordinaryUser } from "@/local/provider/provider-parties";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("somebody asks for a higher budget, an administrator approves another, takes it back and refuses", async ({
  signedIn: page,
  browser,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "raisa",
    claims: { ...ordinaryUser.claims, email: "raisa@example.com", uid: "raisa" },
  });
  await stack.post("/user/new", masterKey, { user_id: "raisa", max_budget: 10 });
  await stack.post("/team/new", masterKey, { team_id: "raisas-team" });
  const member = { role: "user", user_id: "raisa" };
  const share = { max_budget_in_team: 4, budget_duration: "30d", rpm_limit: 9 };
  await stack.post("/team/member_add", masterKey, { team_id: "raisas-team", member, ...share });
  const context = await browser.newContext();
  const own = await context.newPage();
  await signInThroughProvider(own, account, stack.gateway.url);
  const ofTeam = own.getByRole("region", { name: "Your share of raisas-team" });
  await expect(ofTeam).toContainText(/Your share\$4\.00 per 30 days.*Your rate9 requests\/min/);
  await expect(ofTeam.getByRole("button", { name: "Ask for more budget for your share of raisas-team" })).toBeVisible();
  await own.getByRole("button", { name: "Ask for more budget", exact: true }).click();
  await own.getByLabel("Budget that you need, dollars").fill("9");
  await expect(own.getByText("An amount of more than $10.00.")).toBeVisible();
  await own.getByLabel("Budget that you need, dollars").fill("50");
  await own.getByLabel("What for?").fill("for the quarter");
  expect(await violationsOf(own, WCAG_2)).toEqual([]);
  await own.getByRole("button", { name: "Send the request" }).click();
  await expect(own.getByText("You asked for $50.00")).toBeFocused();

  await page.goto("/console/refusals?code=budget_raise");
  await page.getByRole("button", { name: "Budget raise" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("for the quarter");
  await drawer.getByLabel("New budget, dollars").fill("30");
  await expect(drawer.getByText("$30.00 would be left. It does not reset.")).toBeVisible();
  await drawer.getByLabel("A word with the answer").fill("until June");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await drawer.getByRole("button", { name: "Approve $30.00" }).click();
  await expect(page.getByText("The budget is $30.00")).toBeVisible();
  await own.reload();
  await expect(own.getByText(/Raised to \$30\.00.*: until June/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The budget is $10.00 again, and the request waits")).toBeVisible();
  await own.reload();
  await expect(own.getByText("You asked for $50.00")).toBeVisible();
  await page.getByRole("button", { name: "Budget raise" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await own.reload();
  await expect(own.getByText("$50.00 was refused")).toBeVisible();
  await expect(own.getByRole("button", { name: "Ask for more budget", exact: true })).toBeVisible();
  await context.close();
});
