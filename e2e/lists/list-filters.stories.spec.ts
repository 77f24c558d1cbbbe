import { violationsIn, violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { filterField } from "../support/filter-field";

test("an address that is not a page of the console keeps the navigation, and says so", async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFailure("/console/no-such-page");
  await page.goto("/console/no-such-page");
  await expect(page.getByText("The console has no such page")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
  await expect(page.getByRole("heading", { name: "Teams", level: 1 })).toBeVisible();
});

test("a filter offers the ids of teams by their names, and asks for no team of half an id", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "filtered-7", team_alias: "Contract review" });
  for (const path of ["/console/requests", "/console/spend"]) {
    await page.goto(path);
    const field = await filterField(page, "Team id");
    await field.pressSequentially("contract");
    await expect(page.getByRole("option", { name: "Contract review filtered-7" })).toBeVisible();
    // The page of spend has finished its reads.
    await page.waitForLoadState("networkidle");
    await field.fill("filtered-7");
    await expect(page).toHaveURL(/team_id=filtered-7/);
  }
});

test("refusals are filtered by code, caller and model, and the caller is offered by name", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "refused-9", team_alias: "Refused readers", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "refused-9", key_alias: "reader's key" });
  expect((await stack.chat(String(body.key), "gpt-4.1-nano")).status).toBe(403);
  expect((await stack.chat(masterKey, "no-such-model-9")).status).toBe(404);
  await page.goto("/console/refusals?model=gpt-4.1-nano");
  const rows = page.getByRole("region", { name: "Refusals" }).locator("tbody tr");
  await expect(rows.filter({ hasText: "reader's key" })).toBeVisible();
  await expect(page.getByLabel("Requested model")).toHaveValue("gpt-4.1-nano");
  await page.getByLabel("Requested model").fill("");
  await (await filterField(page, "Kind of caller")).selectOption("Key");
  await (await filterField(page, "Caller's id")).pressSequentially("reader");
  const id = String(body.token_id);
  await expect(page.getByRole("option", { name: `reader's key ${id}` })).toBeVisible();
  await page.getByLabel("Caller's id").fill(id);
  await expect(page).toHaveURL(new RegExp(`kind=key&principal=${id}`));
  await expect(rows).toHaveCount(1);
  await (await filterField(page, "Code")).fill("model_not_found");
  await expect(page.getByText("No refusal matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows.filter({ hasText: "no-such-model-9" })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/refusals$/);
});

test("filters and their values are searched and chosen with the keyboard alone", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "typed-7", team_alias: "Typed agents" });
  await page.goto("/console/requests");
  const adds = page.getByRole("button", { name: "Add filter" });
  await expect(adds).toBeEnabled();
  await adds.press("Enter");
  const filters = page.getByRole("combobox", { name: "Filters" });
  await expect(filters).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(adds).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("team");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Team idteam:"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const team = page.getByRole("combobox", { name: "Team id" });
  await expect(team).toBeFocused();
  await page.keyboard.type("typed ag");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Typed agents typed-7" })).toHaveAttribute("aria-selected", "true");
  // The list is pale while it is read again.
  await page.waitForLoadState("networkidle");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(team).toHaveValue("typed-7");
  await expect(page).toHaveURL(/\?team_id=typed-7$/);
  await expect(page.getByRole("listbox")).toHaveCount(0);
});

test("a filled field opens with all choices, the one that it holds marked, and narrows once somebody types", async ({
  signedIn: page,
  stack,
}) => {
  for (const [id, alias] of [
    ["held-1", "Held one"],
    ["held-2", "Held two"],
    ["held-3", "Held three"],
  ])
    await stack.post("/team/new", stack.gateway.masterKey, { team_id: id, team_alias: alias });
  await page.goto("/console/requests?team_id=held-2");
  const team = page.getByRole("combobox", { name: "Team id" });
  await expect(team).toHaveValue("held-2");
  await team.click();
  const held = page.getByRole("option", { name: "Held two held-2" });
  await expect(held).toHaveAttribute("aria-current", "true");
  await expect(held).toHaveAttribute("aria-selected", "true");
  await expect(held).toBeInViewport();
  await expect.poll(() => page.getByRole("listbox").getByRole("option").count()).toBeGreaterThan(2);
  await page.waitForLoadState("networkidle");
  for (const colorScheme of ["light", "dark"] as const) expect(await violationsIn(colorScheme, page)).toEqual([]);
  // What the field holds is selected, so that typing asks for another one.
  await page.keyboard.type("held thr");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Held threeheld-3"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?team_id=held-3$/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Held three held-3" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(team).toHaveValue("held-3");
});

test("the search field sets filters by words, takes a team by its name, and says what it does not know", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "worded-7", team_alias: "Worded agents" });
  await page.goto("/console/requests");
  const search = page.getByRole("searchbox", { name: "Filter by words" });
  await search.fill('team:"worded agents" status:refused');
  await search.press("Enter");
  await expect(page).toHaveURL(/\?team_id=worded-7&status=refused$/);
  await expect(page.getByLabel("Team id")).toHaveValue("worded-7");
  await expect(search).toHaveValue("");
  await search.fill("status:broken");
  await search.press("Enter");
  await expect(page.getByText(/^status: is one of/)).toBeVisible();
  await page.goto("/console/spend");
  await search.fill("colour:red");
  await search.press("Enter");
  await expect(page.getByText(/^There is no filter colour:\. Filters: team: /)).toBeVisible();
});

test("an address with a place that was cut says so, and leads to the first page", async ({ signedIn: page, watch }) => {
  watch.expectFailure("after=cut");
  for (const path of ["/teams?page=2&after=cut", "/requests?after=cut", "/access?tab=revisions&page=2&cursor=cut"]) {
    await page.goto(`/console${path}`);
    await expect(page.getByText("The address names no page of this list"), path).toBeVisible();
    await page.getByRole("button", { name: "First page" }).click();
    await expect(page.getByText("The address names no page of this list"), path).toBeHidden();
    await expect(page, path).not.toHaveURL(/cut/);
  }
});

test("the audit log offers whom events are about by their names, and who made them", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "audited-7", team_alias: "Audited readers" });
  await page.goto("/console/audit?entity_type=team");
  const id = await filterField(page, "Id");
  await id.pressSequentially("readers");
  await expect(page.getByRole("option", { name: "Audited readers audited-7" })).toBeVisible();
  await id.fill("audited-7");
  await expect(page.getByRole("button", { name: /^Created a team audited-7/ })).toBeVisible();
  await page.getByLabel("Kind", { exact: true }).selectOption("");
  await filterField(page, "Who");
  await expect(page.getByRole("option", { name: "master key" })).toBeVisible();
});

test("an organisation that a link names stands in its filter once", async ({ signedIn: page }) => {
  await page.goto("/console/requests?organization_id=labs");
  await expect(page.getByLabel("Organisation id")).toHaveValue("labs");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("only the filters that are set take room, and the others stand in a menu", async ({ signedIn: page }) => {
    await page.goto("/console/requests?team_id=some-team");
    await expect(page.getByLabel("Team id")).toHaveValue("some-team");
    await expect(page.getByLabel("User id")).toBeHidden();
    const user = await filterField(page, "User id");
    await expect(user).toBeFocused();
    await page.getByRole("button", { name: "Remove the filter Team id" }).click();
    await expect(page).not.toHaveURL(/team_id/);
    await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
  });
});
