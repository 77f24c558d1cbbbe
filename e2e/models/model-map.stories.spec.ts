import type { Page } from "@playwright/test";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test, type Stack } from "../support/fixtures";

/** Removes every entry of the database: the specs share one gateway. */
async function removeEntries({ gateway, post }: Stack): Promise<void> {
  const response = await fetch(`${gateway.url}/model/info`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data } = (await response.json()) as { data: { id: string; source: string }[] };
  for (const { id } of data.filter(({ source }) => source === "database"))
    expect((await post("/model/delete", gateway.masterKey, { id })).status).toBe(200);
}

test.beforeEach(({ stack }) => removeEntries(stack));
test.afterEach(async ({ stack }) => {
  stack.upstream.behave = undefined;
  await removeEntries(stack);
});

function mapOf(page: Page) {
  return page.getByRole("list", { name: "Map of the names" }).getByRole("listitem");
}

test("an entry that gets no request stands out on the map, and is repaired from there", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const { body: key } = await stack.post("/key/generate", masterKey, {});
  for (let call = 0; call < 3; call++) expect((await stack.chat(String(key.key), "openai/gpt-4.1")).status).toBe(200);
  const added = await stack.post("/model/new", masterKey, {
    model_name: "openai/**",
    gateway_params: { model: "openai/eu-*", api_base: stack.upstream.apiBase },
  });
  expect(added.status).toBe(200);
  await expect
    .poll(async () => {
      const path = `${stack.gateway.url}/spend/report?group_by=requested_model`;
      const response = await fetch(path, { headers: { authorization: `Bearer ${masterKey}` } });
      const { data } = (await response.json()) as { data: { requested_model: string; calls: number }[] };
      return data.find(({ requested_model: name }) => name === "openai/gpt-4.1")?.calls ?? 0;
    })
    .toBeGreaterThanOrEqual(3);

  await page.goto("/console/models");
  await expect(page.getByRole("row", { name: /openai\/\*\*/ })).toContainText("Shadowed");
  await expect(mapOf(page).filter({ hasText: "Shadowed by openai/*" })).toHaveCount(1);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);

  await page.getByRole("button", { name: "Open openai/**" }).click();
  const drawer = page.getByRole("dialog", { name: "openai/**" });
  await expect(drawer.getByText("Takes all requests")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit model" }).click();
  const editor = page.getByRole("dialog", { name: "Edit openai/**" });
  const effect = editor.getByRole("list", { name: "What it takes from other names" }).getByRole("listitem");
  await expect(effect.filter({ hasText: "Shadowed by openai/*" })).toHaveCount(1);

  // The map follows the name as it is typed.
  await editor.getByLabel("Name that callers use").fill("openai/gpt-*");
  await expect(effect.filter({ hasText: "Draft" })).toContainText(/openai\/gpt-\*.*within openai\/\*.*\+\d/);
  await expect(effect.filter({ hasText: /^openai\/\*\s*\d/ })).toContainText(/−\d/);
  await expect(effect.filter({ hasText: "Shadowed" })).toHaveCount(0);
  // Enter tests the name, and does not save the entry.
  await editor.getByLabel("Model to test").fill("openai/gpt-4.1");
  await page.keyboard.press("Enter");
  await expect(editor.getByText("The provider does not list this model")).toBeVisible();
  await expect(editor.getByText(/but not eu-4\.1\. Check its spelling/)).toBeVisible();
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("openai/gpt-* is changed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(mapOf(page).filter({ hasText: "Shadowed" })).toHaveCount(0);
  const repaired = mapOf(page).filter({ hasText: "openai/gpt-*" });
  await expect(repaired).toContainText(/\d+ calls/);
  // All calls of this test are of the last hours, which are read from other sums.
  const thisWeek = await repaired.innerText();
  const hourly = page.waitForResponse((response) => response.url().includes("group_by=hour"));
  await page.getByRole("group", { name: "Calls of" }).getByRole("button", { name: "24 hours" }).click();
  expect((await hourly).status()).toBe(200);
  await expect(repaired).toHaveText(thisWeek, { useInnerText: true });

  expect((await stack.chat(String(key.key), "openai/gpt-4.1")).status).toBe(200);
  expect(stack.upstream.requests.at(-1)?.body).toMatchObject({ model: "eu-4.1" });
});

test("a wrong key is found by a test, before the entry is saved", async ({ signedIn: page, stack }) => {
  stack.upstream.behave = ({ headers }) =>
    headers["authorization"] === "Bearer sk-right" ? undefined : { status: 401 };
  await page.goto("/console/models");
  await page.getByRole("button", { name: "New model" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New model" });
  await dialog.getByLabel("Name that callers use").fill("tested");
  await dialog.getByLabel("Upstream", { exact: true }).fill("openai/local-small");
  await dialog.getByLabel("Base address").fill(stack.upstream.apiBase);
  await dialog.getByLabel("API key").fill("sk-wrong");
  await dialog.getByRole("button", { name: "Test this" }).click();
  await expect(dialog.getByText("The provider refuses the key", { exact: true })).toBeVisible();
  await expect(dialog.getByText(/Check that the key is complete/)).toBeVisible();

  // A result stands only beside what was tested.
  await dialog.getByLabel("API key").fill("sk-right");
  await expect(dialog.getByText("The provider refuses the key", { exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: "Test this" }).click();
  await expect(dialog.getByText("The provider has this model")).toBeVisible();
  await dialog.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByText("tested is added")).toBeVisible();
  const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, {});
  expect((await stack.chat(String(key.key), "tested")).status).toBe(200);
});

test("an entry of the file is taken over, changed and given back", async ({ signedIn: page }) => {
  await page.goto("/console/models");
  const row = page.getByRole("row", { name: /house-model/ });
  await expect(row).toContainText("config.yaml");
  await expect(row).toContainText("None known");
  await row.getByRole("button", { name: "house-model", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "house-model" });
  await drawer.getByRole("button", { name: "Take over" }).click();
  await expect(drawer.getByText("Replaces the entry of the file")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit model" }).click();
  const editor = page.getByRole("dialog", { name: "Edit house-model" });
  await editor.getByLabel("Other parameters").fill('{"input_cost_per_token": 2e-6, "output_cost_per_token": 4e-6}');
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(drawer.getByText("Output $4.00 / 1M tokens")).toBeVisible();
  await drawer.getByRole("button", { name: "Restore in config.yaml" }).click();
  await page.getByRole("button", { name: "Delete model" }).click();
  await expect(page.getByText("house-model is deleted")).toBeVisible();
  await expect(row).toContainText("config.yaml");
  await expect(row).toContainText("None known");
});
