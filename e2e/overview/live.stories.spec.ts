import { expect, test } from "../support/fixtures";

test("a live overview shows new calls, with the latency of all of them", async ({ signedIn: page, stack }) => {
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  await page.goto("/console");
  await expect(page.getByText("p95 latency")).toBeVisible();
  await page.getByRole("button", { name: "Live" }).click();
  await expect(page.getByRole("button", { name: "Stop live" })).toHaveAttribute("aria-pressed", "true");
  const { status } = await stack.post("/model/new", stack.gateway.masterKey, {
    model_name: "seen-live",
    gateway_params: { model: "openai/gpt-4o", api_base: stack.upstream.apiBase, api_key: "sk-live" },
  });
  expect(status).toBe(200);
  expect((await stack.chat(stack.gateway.masterKey, "seen-live")).status).toBe(200);
  const latest = page.locator("section", { has: page.getByRole("heading", { name: "Latest calls" }) });
  await expect(latest.getByText("seen-live").first()).toBeVisible();
  await page.getByRole("button", { name: "Stop live" }).click();
  await expect(page.getByRole("button", { name: "Live" })).toHaveAttribute("aria-pressed", "false");
});
