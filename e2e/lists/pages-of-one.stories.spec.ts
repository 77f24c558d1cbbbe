import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { ONE_LOOK } from "@/testing/patience.mjs";

test("a team's page says how its budget burns down, what it spent and called, what was refused, what it may use and who changed it", async ({
  signedIn: page,
  stack,
}) => {
  const admin = stack.gateway.masterKey;
  await stack.post("/organization/new", admin, { organization_id: "org-pages", organization_alias: "Pages Ltd" });
  await stack.post("/team/new", admin, {
    team_id: "/teams/ml-pages",
    team_alias: "Machine Learning",
    organization_id: "org-pages",
    models: ["gpt-4o"],
    max_budget: 100,
    budget_duration: "1mo",
    members_with_roles: [{ user_id: "page-member" }],
  });
  const { body: made } = await stack.post("/key/generate", admin, {
    key_alias: "page-key",
    team_id: "/teams/ml-pages",
  });
  const token = await stack.provider.issueToken({ client_id: "/teams/ml-pages" });
  expect((await stack.chat(token)).status).toBe(200);
  const refused = { status: 403, code: "team_model_not_allowed" };
  expect(await stack.chat(token, "house-model")).toEqual(refused);
  expect(await stack.chat(String(made.key), "openai/o3")).toEqual(refused);

  await page.goto("/console/teams?search=machine");
  await page.getByRole("button", { name: "Machine Learning", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Open page" }).click();
  await expect(page).toHaveURL(/\/console\/team\?id=%2Fteams%2Fml-pages$/);
  await expect(page.getByRole("heading", { name: "Machine Learning", level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("link", { name: "Teams", exact: true })).toHaveAttribute("aria-current", "page");

  const section = (name: string) => page.locator("section", { has: page.getByRole("heading", { name }) });
  await expect(section("Budget and limits").getByRole("meter", { name: "Budget" })).toBeVisible();
  await expect(section("Budget and limits").getByRole("figure")).toBeVisible();
  await expect(section("Spend, last 30 days").getByText("Calls", { exact: true })).toBeVisible();
  await expect(section("Latest calls").getByText("gpt-4o")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await section("Latest calls").getByRole("link", { name: "All calls" }).click();
  await expect(page).toHaveURL(/\/console\/requests\?team_id=%2Fteams%2Fml-pages$/);
  await page.goBack();
  const open = (name: string) => page.getByRole("tab", { name }).click();
  await open("Access");
  await expect(
    section("May use")
      .getByRole("listitem")
      .filter({ hasText: /^gpt-4o/ }),
  ).toContainText("gpt-4o");
  await expect(section("May use").getByRole("img", { name: "Refused" }).first()).toBeVisible();
  await open("Changes");
  await expect(section("Changes").getByRole("link", { name: "Created a team" })).toBeVisible();
  await open("Keys");
  await expect(section("Keys (1)").getByRole("link", { name: "page-key" })).toBeVisible();
  await open("Refusals");
  await expect(page).toHaveURL(/ml-pages&tab=refusals$/);
  // Refusals are counted within seconds.
  await expect(async () => {
    await page.reload();
    await expect(section("Refusals").getByRole("link", { name: "Model not allowed for the team" }).first()).toBeVisible(
      ONE_LOOK,
    );
    await expect(page.getByRole("list", { name: "Refused keys and people" })).toContainText(
      /openai\/o3.*page-key/,
      ONE_LOOK,
    );
  }).toPass();
  expect(await violationsOf(page)).toEqual([]);
  // Each tab is a step of the history.
  await page.goBack();
  await expect(section("Keys (1)")).toBeVisible();

  await open("Members");
  await section("Members (1)").getByRole("link", { name: "page-member" }).click();
  await expect(page.getByRole("heading", { name: "page-member", level: 1 })).toBeVisible();
  await open("Access");
  await expect(section("May use").getByRole("img", { name: "Allowed" }).first()).toBeVisible();
  await open("Overview");
  await section("About this user").getByRole("link", { name: "Machine Learning" }).click();
  await section("About this team").getByRole("link", { name: "Pages Ltd" }).click();
  await expect(page.getByRole("heading", { name: "Pages Ltd", level: 1 })).toBeVisible();
  await open("Teams");
  await expect(section("Teams (1)").getByRole("link", { name: "Machine Learning" })).toBeVisible();
});

test("a key's page names its owners, and leads back to the list when the key is deleted", async ({
  signedIn: page,
  stack,
}) => {
  const admin = stack.gateway.masterKey;
  await stack.post("/team/new", admin, { team_id: "key-owners" });
  const { body } = await stack.post("/key/generate", admin, { key_alias: "short-lived", team_id: "key-owners" });
  await page.goto(`/console/key?id=${String(body["token_id"])}`);
  await expect(page.getByRole("heading", { name: "short-lived", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "key-owners" })).toHaveAttribute("href", "/console/team?id=key-owners");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByRole("button", { name: "Block key" }).click();
  await expect(page.getByText("short-lived is blocked")).toBeVisible();
  await expect(page.getByText("Blocked", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete key" }).click();
  await expect(page).toHaveURL(/\/console\/keys$/);
});

test("a page about nothing says so, a secret in its address is not sent, and a section that fails leaves the others", async ({
  signedIn: page,
  watch,
  stack,
}) => {
  watch.expectFailure("/team/info");
  await page.goto("/console/team?id=nobody-knows-it");
  await expect(page.getByRole("heading", { name: "There is no team with this id" })).toBeVisible();
  await page.goto("/console/user");
  await expect(page.getByRole("heading", { name: "The address names no user" })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/console/key?id=sk-secret");
  await expect(page.getByRole("heading", { name: "The address names no key" })).toBeVisible();
  expect(asked.filter((url) => url.includes("/key/info"))).toEqual([]);

  watch.expectFailure("/audit/logs");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "half-loaded" });
  await page.route("**/audit/logs*", (route) =>
    route.fulfill({ status: 400, contentType: "application/json", body: '{"error":{"message":"No log today."}}' }),
  );
  await page.goto("/console/team?id=half-loaded&tab=changes");
  await expect(page.getByText("No log today.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "half-loaded", level: 1 })).toBeVisible();
  await page.unroute("**/audit/logs*");
  await page.getByRole("button", { name: "Load Changes again" }).click();
  await expect(page.getByRole("link", { name: "Created a team" })).toBeVisible();
});

test("the pages of a model and its deployment lead to each other and say who may use the model", async ({
  signedIn: page,
  stack,
}) => {
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  const section = (name: string | RegExp) => page.locator("section", { has: page.getByRole("heading", { name }) });

  await page.goto("/console/model?id=gpt-4o");
  await expect(page.getByRole("heading", { name: "gpt-4o", level: 1 })).toBeVisible();
  await expect(section("Latest calls").getByText("the master key").first()).toBeVisible();
  await page.getByRole("tab", { name: "Access" }).click();
  await expect(section("Who may use it").getByRole("listitem").first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("tab", { name: "Overview" }).click();
  await section("Latest calls").getByRole("link", { name: "All calls" }).click();
  await expect(page.getByLabel("Requested model")).toHaveValue("gpt-4o");
  await page.goBack();
  await section("Latest calls").getByRole("link", { name: "the master key" }).first().click();
  await expect(page.getByText("1 in all")).toBeVisible();
  await page.goBack();
  await section("Deployments (1)").getByRole("link", { name: "openai/gpt-4o" }).click();
  await expect(page).toHaveURL(/\/console\/deployment\?id=/);
  await expect(page.getByRole("heading", { name: "openai/gpt-4o", level: 1 })).toBeVisible();
  await expect(section("Latest calls").getByText("the master key").first()).toBeVisible();
  await expect(section("Calls, last 30 days").getByText(/^Per \w+, UTC$/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("tab", { name: "Attempts" }).click();
  await expect(section("Attempts, last 24 hours").getByRole("figure")).toBeVisible();
  await page.getByText("Serves").getByRole("link", { name: "gpt-4o" }).click();
  await expect(page).toHaveURL(/\/console\/model\?id=gpt-4o$/);

  await page.goto("/console/model?id=openai%2Fgpt-4o-mini");
  await page.getByText("Served by").getByRole("link", { name: "openai/*" }).click();
  await expect(page.getByRole("heading", { name: "openai/*", level: 1 })).toBeVisible();
  await expect(section("Called as, last 30 days")).toBeVisible();
  await page.goto("/console/model?id=nothing-serves-it");
  await expect(page.getByRole("heading", { name: "There is no model with this id" })).toBeVisible();
});

test("an issuer whose keys the node does not have has a page once there are requests with its tokens", async ({
  signedIn: page,
  stack,
}) => {
  const { issuer } = stack.provider;
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "without-keys", models: ["gpt-4o"] });
  const token = await stack.provider.issueToken({ client_id: "without-keys" });
  expect((await stack.chat(token)).status).toBe(200);
  const section = (name: string | RegExp) => page.locator("section", { has: page.getByRole("heading", { name }) });

  // As on a node that has not fetched them yet.
  await page.route("**/provider/keys", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [] } });
  });
  await page.goto(`/console/issuer?id=${encodeURIComponent(issuer)}`);
  await expect(page.getByText("No keys on this node")).toBeVisible();
  await expect(section("Latest calls").getByRole("link", { name: "gpt-4o" }).first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto("/console/issuer?id=https%3A%2F%2Fnobody");
  await expect(page.getByRole("heading", { name: "There is no issuer with this id" })).toBeVisible();
});
