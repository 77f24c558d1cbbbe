import { ordinaryUser } from "@/local/provider/provider-parties";
import type { Page } from "@playwright/test";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, type Stack, test } from "../support/fixtures";

/** Opens a refusal and asks again, so that its repairs are shown. */
async function askAgain(page: Page, id: string): Promise<void> {
  await page.goto(`/console/explain?id=${id}`);
  await page.getByRole("button", { name: "Ask again under today's rules" }).click();
}

/** Makes a call that is refused. Returns the id of the decision. */
async function refusedCall({ gateway }: Stack, bearer: string, model = "gpt-4o", team?: string): Promise<string> {
  const ofTeam = team !== undefined && { "x-gateway-team-id": team };
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...ofTeam },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(401);
  return answer.headers.get("x-gateway-decision-id") ?? "";
}

test("a model that a key lacks is added to it, and of two who repair it at once the second sees what the first did", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/key/update");
  const { masterKey } = stack.gateway;
  const { body } = await stack.post("/key/generate", masterKey, { key_alias: "narrow", models: ["house-model"] });
  const key = String(body["key"]);
  const id = await refusedCall(stack, key);

  await page.goto(`/console/explain?id=${id}`);
  await page.getByRole("button", { name: "Ask again under today's rules" }).click();
  const repair = page.getByRole("list", { name: "What would allow it" }).first();
  await expect(repair.getByRole("list", { name: "What is saved" })).toContainText("gpt-4o");
  await page.getByRole("button", { name: "What would change?" }).click();
  await expect(page.getByText("1 call of key narrow would pass, and no other recorded call.")).toBeVisible();
  await stack.post("/key/update", masterKey, { key, models: ["house-model", "other"] });
  await page.getByRole("button", { name: "Add gpt-4o to the key" }).click();
  await expect(repair.getByRole("list", { name: "Changed in the meantime" })).toContainText("other");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "What would change?" }).click();
  await page.getByRole("button", { name: "Add gpt-4o to the key" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  expect((await stack.chat(key)).status).toBe(200);
  const { data } = await (await page.request.get("/key/list?search=narrow")).json();
  expect(data[0].models).toEqual(["house-model", "other", "gpt-4o"]);
});

test("a blocked organisation, an expired key and a used up budget are repaired where the refusal is explained", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  await stack.post("/organization/new", masterKey, { organization_id: "shut", blocked: true });
  await stack.post("/user/new", masterKey, { user_id: "spender", max_budget: 0 });
  const generate = async (fields: object): Promise<string> =>
    String((await stack.post("/key/generate", masterKey, fields)).body["key"]);
  const ask = async (id: string): Promise<void> => {
    await page.goto(`/console/explain?id=${id}`);
    await page.getByRole("button", { name: "Ask again under today's rules" }).click();
  };
  const passes = () => expect(page.getByTestId("today")).toContainText("this request would pass");

  const shut = await generate({ organization_id: "shut", key_alias: "of-shut" });
  await ask(await refusedCall(stack, shut));
  await page.getByRole("button", { name: "What would change?" }).click();
  await expect(page.getByText("1 call of key of-shut would pass, and no other recorded call.")).toBeVisible();
  await page.getByRole("button", { name: "Unblock", exact: true }).click();
  await passes();

  const spent = await generate({ user_id: "spender", key_alias: "of-spender" });
  await ask(await refusedCall(stack, spent));
  await expect(page.getByText("Raise the budget of user spender")).toBeVisible();
  const budget = page.getByLabel("New budget");
  await budget.fill("0");
  await expect(page.getByRole("button", { name: "Raise the budget" })).toBeDisabled();
  await budget.fill("2.50");
  await page.getByRole("button", { name: "Raise the budget" }).click();
  await expect(page.getByText("The budget of spender is $2.50")).toBeVisible();
  await passes();
  expect((await stack.chat(spent)).status).toBe(200);

  const old = await generate({ key_alias: "old", duration: "1s" });
  await expect(async () => expect((await stack.chat(old)).code).toBe("key_expired")).toPass();
  await ask(await refusedCall(stack, old));
  await page.getByLabel("Expires").selectOption("7d");
  await page.getByRole("button", { name: "What would change?" }).click();
  await expect(page.getByText(/of key old would pass, and no other recorded call/)).toBeVisible();
  await page.getByRole("button", { name: "Extend the key" }).click();
  await passes();
  expect((await stack.chat(old)).status).toBe(200);
});

test("a rate limit, a member's budget and a model's budget are raised where the refusal is explained", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const generate = async (fields: object): Promise<string> =>
    String((await stack.post("/key/generate", masterKey, fields)).body["key"]);
  const passes = () => expect(page.getByTestId("today")).toContainText("this request would pass");

  const busy = await generate({ key_alias: "busy", rpm_limit: 1 });
  expect((await stack.chat(busy)).status).toBe(200);
  await askAgain(page, await refusedCall(stack, busy));
  await expect(page.getByText(/Allow key \S+ more requests a minute$/)).toBeVisible();
  const limit = page.getByLabel("New limit, requests a minute");
  await expect(limit).toHaveValue("3");
  await limit.fill("1");
  await expect(page.getByText("A whole number of at least 2.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Raise the limit" })).toBeDisabled();
  await limit.fill("50");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "Raise the limit" }).click();
  await expect(page.getByText(/The limit of \S+ is 50 requests a minute/)).toBeVisible();
  await passes();
  expect((await stack.chat(busy)).status).toBe(200);

  const member = { user_id: "thrifty-member" };
  await stack.post("/team/new", masterKey, { team_id: "/teams/frugal" });
  await stack.post("/team/member_add", masterKey, { team_id: "/teams/frugal", member, max_budget_in_team: 0 });
  const frugal = await generate({ team_id: "/teams/frugal", ...member });
  await askAgain(page, await refusedCall(stack, frugal));
  await expect(page.getByText("Raise the budget of thrifty-member in team /teams/frugal")).toBeVisible();
  await page.getByLabel("New budget").fill("2");
  await page.getByRole("button", { name: "Raise the budget" }).click();
  await passes();
  expect((await stack.chat(frugal)).status).toBe(200);

  await stack.post("/model/new", masterKey, {
    model_name: "priced-out",
    gateway_params: { model: "openai/gpt-4o", api_base: stack.upstream.apiBase, api_key: "upstream-key" },
    model_info: { max_budget: 0, description: "Kept" },
  });
  const anybody = await generate({ key_alias: "anybody" });
  await askAgain(page, await refusedCall(stack, anybody, "priced-out"));
  await expect(page.getByText("Everybody who calls the model shares the budget.")).toBeVisible();
  await page.getByLabel("New budget").fill("3");
  await page.getByRole("button", { name: "Raise the budget" }).click();
  await passes();
  expect((await stack.chat(anybody, "priced-out")).status).toBe(200);
  const { data } = await (await page.request.get("/model/info")).json();
  const entry = data.find((one: { model_name: string }) => one.model_name === "priced-out");
  expect(entry.model_info).toMatchObject({ max_budget: 3, description: "Kept" });
  await stack.post("/model/delete", masterKey, { id: entry.id });
});

test("whoever asks for a team that they are not in becomes its member, which can be undone, and a reader a viewer", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "nora",
    claims: { ...ordinaryUser.claims, email: "nora@example.com", uid: "nora" },
  });
  await stack.post("/user/new", masterKey, { user_id: "nora" });
  await stack.post("/team/new", masterKey, { team_id: "wanted" });
  const token = await stack.provider.passwordToken(account);
  const id = await refusedCall(stack, token, "gpt-4o", "wanted");
  await askAgain(page, id);
  await expect(page.getByText("Make nora a member of team wanted")).toBeVisible();
  await page.getByRole("button", { name: "What would change?" }).click();
  await expect(page.getByText("1 call of user nora would pass, and no other recorded call.")).toBeVisible();
  await page.getByRole("button", { name: "Add to the team" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByTestId("today")).toContainText("it would still be refused");
  await expect(page.getByText("Make nora a member of team wanted")).toBeVisible();

  const listed = await fetch(`${stack.gateway.url}/team/list`, { headers: { authorization: `Bearer ${token}` } });
  await askAgain(page, listed.headers.get("x-gateway-decision-id") ?? "");
  await expect(page.getByText("A viewer sees everything that administrators see, and changes nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Make them a viewer" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  const user = await (await page.request.get("/user/info?user_id=nora")).json();
  expect(user.user_role).toBe("proxy_admin_viewer");
});

test("a team that does not exist is created from its refusal in two clicks, and an unknown model leads to its form", async ({
  signedIn: page,
  stack,
}) => {
  const token = await stack.provider.issueToken({ client_id: "newcomers" });
  await askAgain(page, await refusedCall(stack, token));
  await expect(page.getByText(/may use only gpt-4o\./)).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "Create the team" }).click();
  await expect(page.getByTestId("today")).toContainText("this request would pass");
  expect((await stack.chat(token)).status).toBe(200);
  expect((await stack.chat(token, "house-model")).code).toBe("team_model_not_allowed");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByTestId("today")).toContainText("it would still be refused");
  expect((await stack.chat(token)).code).toBe("team_not_found");

  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "curious" });
  const unknown = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(body["key"])}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "nobody-serves-this", messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(unknown.status).toBe(404);
  await askAgain(page, unknown.headers.get("x-gateway-decision-id") ?? "");
  await page.getByRole("link", { name: "Go to New model" }).click();
  const dialog = page.getByRole("dialog", { name: "New model" });
  await expect(dialog.getByLabel("Name that callers use")).toHaveValue("nobody-serves-this");
});

test("a role that nothing maps is mapped where its refusal is explained", async ({ signedIn: page, stack }) => {
  const { gateway, post, provider } = stack;
  const revision = async (): Promise<number | null> =>
    ((await (await page.request.get("/config/get")).json()) as { revision: { id: number } | null }).revision?.id ??
    null;
  const save = async (settings: object) =>
    expect(
      (await post("/config/revisions", gateway.masterKey, { settings, base_revision: await revision() })).status,
    ).toBe(200);
  await save({ enforce_rbac: true, roles_jwt_field: "roles", object_id_jwt_field: "sub", user_id_upsert: true });
  try {
    const token = await provider.issueToken({ sub: "mapped-later", roles: ["translator"] });
    await askAgain(page, await refusedCall(stack, token));
    const mapping = page.getByRole("listitem").filter({ hasText: "Map the role translator to internal_user" });
    await mapping.getByRole("button", { name: "What would change?" }).click();
    await expect(mapping.getByText("would pass, and no other recorded call.")).toBeVisible();
    await mapping.getByRole("button", { name: "Save as a revision" }).click();
    await expect(page.getByTestId("today")).toContainText("this request would pass");
    expect((await stack.chat(token)).status).toBe(200);
  } finally {
    await save({});
  }
});
