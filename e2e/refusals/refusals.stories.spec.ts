import { violationsOf, WCAG_2 } from "../support/axe";
import { countClicks } from "../support/count-clicks";
import { expect, test, type Stack } from "../support/fixtures";
import { ONE_LOOK } from "@/testing/patience.mjs";

/** Makes a call that is refused. Returns the id of the decision. */
async function refusedCall({ gateway }: Stack, bearer: string, model: string): Promise<string> {
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(answer.status).toBe(403);
  return answer.headers.get("x-gateway-decision-id") ?? "";
}

async function newKey({ gateway, post }: Stack, alias: string): Promise<string> {
  const { body } = await post("/key/generate", gateway.masterKey, { team_id: alias, key_alias: alias });
  return String(body.key);
}

test("a developer's 403 is repaired from its decision id in three clicks, and the call passes afterwards", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "search", models: ["house-model"] });
  const key = await newKey(stack, "search");
  const id = await refusedCall(stack, key, "gpt-4o");
  await refusedCall(stack, key, "gpt-4o");

  await page.goto(`/console/explain?id=${id}`);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("team_model_not_allowed");
  // Not by its name: the key has the same one.
  const team = page.locator('a[href="/console/team?id=search"]');
  await expect(team.first()).toHaveText("search");
  const clicks = await countClicks(page);
  await page.getByRole("button", { name: "Ask again under today's rules" }).click();
  await expect(page.getByTestId("today")).toContainText("it would still be refused");
  await page.getByRole("button", { name: "What would change?" }).click();
  await expect(page.getByText("2 calls of key search would pass, and no other recorded call.")).toBeVisible();
  await page.getByRole("button", { name: "Add gpt-4o to the team" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  expect((await clicks.jsonValue()).clicks).toBe(3);
  expect((await stack.chat(key)).status).toBe(200);
});

test("a request for access stands first in the inbox, with its note, until it is dismissed", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "asking", models: ["house-model"] });
  const key = await newKey(stack, "asking");
  const id = await refusedCall(stack, key, "openai/asked-for");
  const asked = await stack.post("/auth/access_requests", key, { decision_id: id, note: "for the translations" });
  expect(asked.body).toMatchObject({ state: "requested" });

  await page.goto("/console/refusals");
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("requested");
  await expect(first).toContainText("openai/asked-for");
  await first.getByRole("button").first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(/Requested by key .*: for the translations/);
  await expect(drawer.getByRole("list", { name: "What would allow it" })).toContainText("Let team asking use");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await expect(page).toHaveURL(/[?&]open=/);
  await page.reload();
  await expect(drawer).toContainText("for the translations");
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goForward();
  await drawer.getByRole("button", { name: "Dismiss" }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/console\/refusals$/);
  await expect(page.getByText("openai/asked-for")).toHaveCount(0);
});

test("several groups are repaired as one draft and dismissed together", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "several", models: ["house-model"] });
  const key = await newKey(stack, "several");
  const models = ["openai/first", "openai/second"];
  for (const model of models) await refusedCall(stack, key, model);
  const rows = page.getByRole("row").filter({ hasText: /openai\/(first|second)/ });
  // Refusals are counted some seconds after they have happened.
  await expect(async () => {
    await page.goto("/console/refusals?code=team_model_not_allowed");
    await expect(rows).toHaveCount(2, ONE_LOOK);
  }).toPass();
  for (const row of await rows.all()) await row.getByRole("checkbox").check();
  const chosen = page.getByRole("group", { name: "Chosen groups" });
  await expect(chosen).toContainText("2 groups chosen");
  await chosen.getByRole("button", { name: "Repair together" }).click();
  const drawer = page.getByRole("dialog", { name: "Repair 2 groups" });
  await drawer.getByRole("button", { name: "What would change?" }).click();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await drawer.getByRole("button", { name: "Save both changes" }).click();
  await expect(drawer).toBeHidden();
  const { body } = await stack.post("/team/update", stack.gateway.masterKey, { team_id: "several" });
  expect(body).toMatchObject({ models: expect.arrayContaining(["house-model", ...models]) });

  for (const row of await rows.all()) await row.getByRole("checkbox").check();
  await chosen.getByRole("button", { name: "Dismiss" }).click();
  await expect(rows).toHaveCount(0);
  const dismissed = page.getByRole("listitem").filter({ hasText: "2 groups: Dismissed" });
  await dismissed.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(2);
});

test("a group is snoozed, linked to, shown again, and dismissed until it happens again after the next revision", async ({
  signedIn: page,
  stack,
}) => {
  const { gateway, post } = stack;
  await post("/team/new", gateway.masterKey, { team_id: "noisy", models: ["house-model"] });
  const key = await newKey(stack, "noisy");
  await refusedCall(stack, key, "openai/noisy");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const group = page.getByRole("row").filter({ hasText: "openai/noisy" });
  const drawer = page.getByRole("dialog");
  const open = async () => {
    await page.goto("/console/refusals?model=openai%2Fnoisy");
    await group.getByRole("button").first().click();
  };

  const shown = async (state: string): Promise<number[]> => {
    const headers = { authorization: `Bearer ${gateway.masterKey}` };
    const answer = await fetch(`${gateway.url}/auth/refusals?model=openai%2Fnoisy&state=${state}`, { headers });
    return ((await answer.json()) as { data: { count: number }[] }).data.map(({ count }) => count);
  };
  await expect.poll(() => shown("open")).toEqual([1]);
  await open();
  await drawer.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await drawer.getByRole("button", { name: "Snooze for 24 hours" }).click();
  await expect(drawer).toBeHidden();
  await expect(group).toHaveCount(0);
  await refusedCall(stack, key, "openai/noisy");

  await page.goto(link);
  await expect(drawer).toContainText("openai/noisy");
  await drawer.getByRole("button", { name: "Show again" }).click();
  await open();
  await drawer.getByRole("button", { name: "Dismiss" }).click();
  await expect(group).toHaveCount(0);
  await refusedCall(stack, key, "openai/noisy");
  await expect.poll(() => shown("hidden")).toEqual([3]);
  await page.reload();
  await expect(group).toHaveCount(0);

  // Any revision ends a dismissal, this one with the settings of the one before.
  const config = await fetch(`${gateway.url}/config/get`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { settings, revision } = (await config.json()) as {
    settings: Record<string, { value: unknown; source: string }>;
    revision: { id: number } | null;
  };
  const overrides = Object.entries(settings).filter(([, { source }]) => source === "revision");
  const saved = await post("/config/revisions", gateway.masterKey, {
    settings: Object.fromEntries(overrides.map(([name, { value }]) => [name, value])),
    base_revision: revision?.id ?? null,
  });
  expect(saved.status).toBe(200);
  await refusedCall(stack, key, "openai/noisy");
  await expect.poll(() => shown("open")).toEqual([4]);
  await page.reload();
  await expect(group).toHaveCount(1);
});
