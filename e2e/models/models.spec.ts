import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("the tester shows candidates, captures, the winner and the upstream model without asking the server", async ({
  signedIn: page,
}) => {
  await page.goto("/console/models");
  await expect(page.getByRole("cell", { name: "eu::*:static::*", exact: true })).toBeVisible();
  // Next.js also loads the page that the name of the product leads to, ahead.
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));

  const name = page.getByLabel("Model name", { exact: true });
  await name.fill("eu::gpt-4o:static::2024");
  await expect(page.getByTestId("winner")).toContainText("openai/gpt-4o-2024");
  await expect(page.getByRole("list", { name: /Candidates/ }).locator("mark")).toHaveText([
    "gpt-4o",
    "2024",
    "gpt-4o",
    "2024",
  ]);

  await name.fill("openai/gpt-4o-mini");
  await expect(page.getByTestId("winner")).toContainText("openai/gpt-4o-mini");
  await name.fill("gpt-4o");
  await expect(page.getByRole("list", { name: /Candidates/ }).getByRole("listitem")).toHaveText([/exact name/]);
  await name.fill("nobody/knows");
  await expect(page.getByText("No entry matches.")).toBeVisible();
  // The page reads its figures again by itself, and loads its dialogs once it is idle.
  expect(requests.filter((url) => !/\/(_next\/static|health|model\/info|spend)/.test(new URL(url).pathname))).toEqual(
    [],
  );
});

test("the tester shows the upstream model that a real call reaches", async ({ signedIn: page, stack }) => {
  const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, {});
  await page.goto("/console/models");
  await page.getByLabel("Model name", { exact: true }).fill("eu::a::b:static::c");
  const promised = await page.getByTestId("winner").locator("span").last().innerText();
  expect((await stack.chat(String(key.key), "eu::a::b:static::c")).status).toBe(200);
  const asked = stack.upstream.requests.at(-1)?.body as { model: string };
  expect(`openai/${asked.model}`).toBe(promised);
});

test("the tester includes a draft entry and shows what it would change", async ({ signedIn: page }) => {
  await page.goto("/console/models");
  await page.getByLabel("Model name", { exact: true }).fill("openai/gpt-4o");
  await expect(page.getByTestId("winner")).toContainText("openai/gpt-4o");
  await page.getByRole("button", { name: "Try it with a draft entry" }).click();
  await page.getByLabel("Model name of draft 1").fill("openai/gpt-4o");
  await page.getByLabel("Upstream of draft 1").fill("azure/gpt-4o-eu");
  await expect(page.getByTestId("winner")).toContainText("azure/gpt-4o-eu");
  await expect(page.getByText("Today it goes to openai/gpt-4o.")).toBeVisible();
  await expect(page.getByText("an exact name comes before every pattern")).toBeVisible();
  const drawn = page.getByRole("list", { name: "Map of the names" });
  await expect(drawn.getByRole("listitem").filter({ hasText: "Draft" })).toContainText("openai/gpt-4o");
});

test("an entry is added to the database, serves calls, is changed and deleted, and its key is never shown", async ({
  signedIn: page,
  stack,
}) => {
  const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, {});
  await page.goto("/console/models");
  await page.getByRole("button", { name: "New model" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New model" });
  await dialog.getByLabel("Name that callers use").fill("from-console");
  await dialog.getByLabel("Upstream", { exact: true }).fill("openai/gpt-4o-mini");
  await dialog.getByLabel("Base address").fill("nowhere");
  await expect(dialog.getByText("An address that begins with")).toBeVisible();
  await dialog.getByLabel("Base address").fill(stack.upstream.apiBase);
  await dialog.getByLabel("API key").fill("sk-upstream-secret-1234");
  await dialog.getByRole("button", { name: "Test this" }).click();
  await expect(dialog.getByText("The provider does not list this model")).toBeVisible();
  await dialog.getByRole("button", { name: "Ask for one token" }).click();
  await expect(dialog.getByText("A token came back")).toBeVisible();
  await dialog.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByText("from-console is added")).toBeVisible();
  expect(await stack.chat(String(key.key), "from-console")).toEqual({ status: 200, code: undefined });

  await page.getByRole("button", { name: "from-console", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "from-console" });
  await expect(drawer.getByText("sk-…1234")).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await drawer.getByRole("button", { name: "Edit model" }).click();
  const editor = page.getByRole("dialog", { name: "Edit from-console" });
  await editor.getByLabel("Weight").fill("3");
  const sent = page.waitForRequest("**/model/update");
  await editor.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ gateway_params: { weight: 3 } });
  await expect(page.getByText("from-console is changed")).toBeVisible();
  expect((await stack.chat(String(key.key), "from-console")).status).toBe(200);

  await drawer.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete model" }).click();
  await expect(page.getByText("from-console is deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: "from-console", exact: true })).toBeHidden();
  expect(await stack.chat(String(key.key), "from-console")).toEqual({ status: 404, code: "model_not_found" });
});

test("each entry shows its findings", async ({ signedIn: page, stack }) => {
  for (const [name, upstream] of [
    ["tie-*a*", "openai/gpt-4o"],
    ["tie-*b*", "openai/gpt-4o"],
  ] as const) {
    const { status } = await stack.post("/model/new", stack.gateway.masterKey, {
      model_name: name,
      gateway_params: { model: upstream, api_base: stack.upstream.apiBase },
    });
    expect(status).toBe(200);
  }
  await page.goto("/console/models");
  await expect(page.getByRole("row", { name: /house-model/ })).toContainText("Unpriced");
  const tied = page.getByRole("row", { name: /tie-\*b\*/ });
  await expect(tied).toContainText("Tied");
  await tied.getByRole("button", { name: "tie-*b*", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(/only by their order/)).toBeVisible();
});
