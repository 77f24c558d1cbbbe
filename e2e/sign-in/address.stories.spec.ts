import { expect, test } from "../support/fixtures";
import { filterField } from "../support/filter-field";

test("a filter that is typed quickly arrives completely, and is one step of the history", async ({
  signedIn: page,
}) => {
  await page.goto("/console/spend");
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  // The spend page has a field of the same name.
  await expect(page.getByRole("heading", { name: "Requests", exact: true })).toBeVisible();
  const team = await filterField(page, "Team id");
  await team.pressSequentially("typed-without-a-pause", { delay: 15 });
  await expect(team).toHaveValue("typed-without-a-pause");
  await expect(page).toHaveURL(/\/console\/requests\?team_id=typed-without-a-pause$/);
  await expect(page.getByText("No request matches these filters")).toBeVisible();
  await page.reload();
  await expect(team).toHaveValue("typed-without-a-pause");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Spend", exact: true })).toBeVisible();
});

test("the address holds the filters, the order and the page of requests", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "paged" });
  const token = await stack.provider.issueToken({ client_id: "paged" });
  for (let call = 0; call < 26; call++) expect((await stack.chat(token)).status).toBe(200);
  await page.goto("/console/requests?team_id=paged&status=calls");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("26–26 of 26")).toBeVisible();
  await page.reload();
  await expect(page.getByText("26–26 of 26")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–25 of 26")).toBeVisible();
  await page.getByLabel("Order").selectOption("spend");
  await page.getByLabel("Time", { exact: true }).selectOption("6");
  await expect(page).toHaveURL(/\?team_id=paged&status=calls&time=6&sort=spend$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/console\/requests\?sort=spend$/);
});

test("the address holds the call that is open, also where the list does not show it", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "opened" });
  const token = await stack.provider.issueToken({ client_id: "opened" });
  expect((await stack.chat(token)).status).toBe(200);
  await page.goto("/console/requests?team_id=opened");
  await page.getByRole("button", { name: /^Details of the call to/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Call id");
  await expect(page).toHaveURL(/[?&]call=/);
  const call = new URL(page.url()).searchParams.get("call") ?? "";
  await page.reload();
  await expect(drawer).toContainText(call);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/console\/requests\?team_id=opened$/);
  await page.goto(`/console/requests?team_id=nobody&call=${call}`);
  await expect(drawer).toContainText(call);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\?team_id=nobody$/);
});

test("the address of a list holds the search, the order and the row that is open", async ({
  signedIn: page,
  stack,
}) => {
  for (const name of ["Beta", "Alpha"])
    await stack.post("/team/new", stack.gateway.masterKey, {
      team_id: `/listed/${name}`,
      team_alias: `Listed ${name}`,
    });
  await page.goto("/console/teams?search=listed");
  const names = page.getByRole("button", { name: /^Listed/ });
  await expect(names.first()).toHaveText("Listed Alpha");
  await page.getByRole("columnheader", { name: "Team" }).getByRole("button").click();
  await page.getByRole("columnheader", { name: "Team" }).getByRole("button").click();
  await expect(names.first()).toHaveText("Listed Beta");
  await expect(page.getByRole("columnheader", { name: "Team" })).toHaveAttribute("aria-sort", "descending");
  await names.first().click();
  const drawer = page.getByRole("dialog", { name: "Listed Beta" });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(/\/console\/teams\?search=listed&sort=-alias&id=%2Flisted%2FBeta$/);
  await page.reload();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(names.first()).toHaveText("Listed Alpha");
});

test("the address of a page with tabs holds the tab, and that of the audit log the event that is open", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "/tabbed/team", team_alias: "Tabbed" });
  await page.goto("/console/access?tab=matrix&rows=team");
  await expect(page.getByRole("button", { name: "Teams", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("tab", { name: "Revisions" }).click();
  await expect(page).toHaveURL(/\/console\/access\?tab=revisions$/);
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Who may use what" })).toHaveAttribute("aria-selected", "true");

  await page.goto("/console/audit?entity_type=team&entity_id=%2Ftabbed%2Fteam");
  await page.getByRole("button", { name: /^Created a team/ }).click();
  await expect(page).toHaveURL(/&event=\d+$/);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Created a team" })).toBeVisible();
});
