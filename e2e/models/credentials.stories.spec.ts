import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a credential is made, named by an entry, and not deleted until the entry lets it go", async ({
  signedIn: page,
  stack,
}) => {
  await page.goto("/console/credentials?new=1");
  const form = page.getByRole("dialog", { name: "New credential" });
  await form.getByLabel("Name").fill("shared");
  await form.getByLabel("For").selectOption({ label: "AWS" });
  await expect(form.getByLabel("aws_role_name")).toBeVisible();
  await form.getByLabel("For").selectOption({ label: "API key" });
  await form.getByLabel("api_key").fill("sk-shared-by-entries-1234");
  await form.getByLabel("api_base").fill(stack.upstream.apiBase);
  await form.getByRole("button", { name: "Add credential" }).click();
  await expect(page.getByText("shared is added")).toBeVisible();

  await page.goto("/console/models?new=by-credential");
  const entry = page.getByRole("dialog", { name: "New model" });
  await entry.getByLabel("Upstream", { exact: true }).fill("openai/gpt-4o-mini");
  await entry.getByLabel("Credential").fill("shared");
  await entry.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByText("by-credential is added")).toBeVisible();
  expect((await stack.chat(stack.gateway.masterKey, "by-credential")).status).toBe(200);
  expect(stack.upstream.requests.at(-1)?.headers.authorization).toBe("Bearer sk-shared-by-entries-1234");

  await page.goto("/console/credentials");
  const row = page.getByRole("row", { name: /shared/ });
  await expect(row).toContainText("by-credential");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "Delete shared" }).click();
  await expect(page.getByRole("dialog").getByText("These entries name it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete credential" })).toBeDisabled();
  await page.keyboard.press("Escape");

  const { id } = await entryNamed("by-credential", (path) => page.request.get(path));
  await stack.post("/model/delete", stack.gateway.masterKey, { id });
  await page.reload();
  await row.getByRole("button", { name: "shared", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit shared" });
  await expect(editor.getByLabel("api_key", { exact: true })).toHaveAttribute("placeholder", "Stays sk-…1234");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete shared" }).click();
  await page.getByRole("button", { name: "Delete credential" }).click();
  await expect(page.getByText("No credentials yet")).toBeVisible();
});

async function entryNamed(
  name: string,
  get: (path: string) => Promise<{ json(): Promise<unknown> }>,
): Promise<{ readonly id: string }> {
  const { data } = (await (await get("/model/info")).json()) as { data: { id: string; model_name: string }[] };
  const found = data.find((one) => one.model_name === name);
  if (!found) throw new Error(`no entry ${name}`);
  return found;
}
