import { violationsIn } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("a provider with two of its models serves after six clicks, with its key in a credential", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  await page.goto("/console/models");
  let clicks = 0;
  const click = async (name: string | RegExp): Promise<void> => {
    clicks++;
    await page.getByRole("button", { name }).click();
  };
  await click("Add a provider");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("list", { name: "Providers" }).getByRole("listitem")).not.toHaveCount(0);
  expect(await violationsIn("light", page)).toEqual([]);
  await picture(page, testInfo, "providers");
  await page.getByLabel("Search providers").fill("groq");
  await click("groq");
  await dialog.getByLabel("API key", { exact: true }).fill("sk-of-groq");
  await dialog.getByLabel("Base address").fill(stack.upstream.apiBase);
  await click("List its models");
  await expect(dialog.getByText("The provider accepts this and lists 2 models.")).toBeVisible();
  const models = dialog.getByRole("list", { name: "Models" });
  for (const name of ["local-large", "local-small"]) {
    clicks++;
    await models.getByText(name, { exact: true }).click();
  }
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await picture(page, testInfo, "offered");
  await click("Test and add 2");
  const added = dialog.getByRole("list", { name: "Added models" }).getByRole("listitem");
  await expect(added.filter({ hasText: "Serving" })).toHaveCount(2);
  expect(clicks).toBe(6);
  await picture(page, testInfo, "added");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "local-large", exact: true })).toBeVisible();

  expect((await stack.chat(stack.gateway.masterKey, "local-large")).status).toBe(200);
  expect(stack.upstream.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-of-groq");
  await page.goto("/console/credentials");
  await expect(page.getByRole("button", { name: "groq", exact: true })).toBeVisible();
});

test("five models of a provider serve after five clicks", async ({ signedIn: page, stack }) => {
  const names = ["one", "two", "three", "four", "five"].map((name) => `of-five-${name}`);
  stack.upstream.behave = ({ path }) =>
    path.endsWith("/models")
      ? { status: 200, body: { object: "list", data: names.map((id) => ({ id, object: "model" })) } }
      : undefined;
  try {
    await page.goto("/console/models");
    let clicks = 0;
    const click = async (name: string, exact = false): Promise<void> => {
      clicks++;
      await page.getByRole("button", { name, exact }).click();
    };
    await click("Add a provider");
    const dialog = page.getByRole("dialog");
    await page.getByLabel("Search providers").fill("fireworks");
    clicks++;
    await dialog.getByRole("list", { name: "Providers" }).getByRole("button").first().click();
    await dialog.getByLabel("API key", { exact: true }).fill("sk-of-five");
    await dialog.getByLabel("Base address").fill(stack.upstream.apiBase);
    await click("List its models");
    clicks++;
    await dialog.getByText("Each of these 5").click();
    await click("Test and add 5");
    const added = dialog.getByRole("list", { name: "Added models" }).getByRole("listitem");
    await expect(added.filter({ hasText: "Serving" })).toHaveCount(5);
    expect(clicks).toBeLessThanOrEqual(6);
    for (const name of names) expect((await stack.chat(stack.gateway.masterKey, name)).status).toBe(200);
  } finally {
    stack.upstream.behave = undefined;
  }
});

test("all models of a provider are added as one pattern, and what does not answer is not", async ({
  signedIn: page,
  stack,
}) => {
  await page.goto("/console/models?provider=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "vllm", exact: true }).click();
  await dialog.getByLabel("Base address").fill(stack.upstream.apiBase);
  await dialog.getByRole("button", { name: "List its models" }).click();
  await dialog.getByText("All of its models, by one pattern").click();
  await dialog.getByLabel("Search its models").fill("status-503");
  await dialog.getByText("Another: status-503").click();
  await dialog.getByRole("button", { name: "Test and add 2" }).click();
  const added = dialog.getByRole("list", { name: "Added models" }).getByRole("listitem");
  await expect(added.filter({ hasText: "vllm/*" })).toContainText("Serving");
  await expect(added.filter({ hasText: "status-503" })).toContainText("Not added");
  await added.getByRole("button", { name: "Add anyway" }).click();
  await expect(added.filter({ hasText: "status-503" })).toContainText("Serving");
  expect((await stack.chat(stack.gateway.masterKey, "vllm/local-small")).status).toBe(200);
});
