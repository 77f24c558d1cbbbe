import { expect, test } from "./fixtures";

test("the tester shows candidates, captures, the winner and the upstream model without asking the server", async ({ signedIn: page }) => {
  await page.goto("/console/models");
  await expect(page.getByRole("cell", { name: "eu::*:static::*" })).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));

  const name = page.getByLabel("Model name");
  await name.fill("eu::gpt-4o:static::2024");
  await expect(page.getByTestId("winner")).toContainText("openai/gpt-4o-2024");
  await expect(page.getByRole("list", { name: /Candidates/ }).locator("mark")).toHaveText(["gpt-4o", "2024", "gpt-4o", "2024"]);

  await name.fill("openai/gpt-4o-mini");
  await expect(page.getByTestId("winner")).toContainText("openai/gpt-4o-mini");
  await name.fill("gpt-4o");
  await expect(page.getByRole("list", { name: /Candidates/ }).getByRole("listitem")).toHaveText([/exact name/]);
  await name.fill("nobody/knows");
  await expect(page.getByText("No entry fits.")).toBeVisible();
  expect(requests).toEqual([]);
});

test("what the tester says is what the proxy does", async ({ signedIn: page, stack }) => {
  const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, {});
  await page.goto("/console/models");
  await page.getByLabel("Model name").fill("eu::a::b:static::c");
  const promised = await page.getByTestId("winner").locator("span").last().innerText();
  expect((await stack.chat(String(key.key), "eu::a::b:static::c")).status).toBe(200);
  const asked = stack.upstream.requests.at(-1)?.body as { model: string };
  expect(`openai/${asked.model}`).toBe(promised);
});
