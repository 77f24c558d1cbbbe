import AxeBuilder from "@axe-core/playwright";
import { expect, type Stack, test } from "./fixtures";

/** A call that is refused. The id of the decision. */
async function refusedCall({ gateway }: Stack, bearer: string): Promise<string> {
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] }),
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
  await expect(page.getByText("1 call of key narrow would pass, and nobody else gains anything.")).toBeVisible();
  await stack.post("/key/update", masterKey, { key, models: ["house-model", "other"] });
  await page.getByRole("button", { name: "Add gpt-4o to the key" }).click();
  await expect(repair.getByRole("list", { name: "Changed meanwhile" })).toContainText("other");
  expect((await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa"]).analyze()).violations).toEqual([]);
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
  await expect(page.getByText("1 call of key of-shut would pass, and nobody else gains anything.")).toBeVisible();
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
  await expect(page.getByText(/of key old would pass, and nobody else gains anything/)).toBeVisible();
  await page.getByRole("button", { name: "Extend the key" }).click();
  await passes();
  expect((await stack.chat(old)).status).toBe(200);
});
