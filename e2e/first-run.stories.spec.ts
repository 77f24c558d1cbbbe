import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsOf, WCAG_2 } from "./axe";
import { expect, signInWithMasterKey, test } from "./fixtures";

test("a newcomer comes from an empty gateway to the first call without leaving the console", async ({
  page,
  stack,
  watch,
}) => {
  const gateway = await startGatewayWithDatabase({ config: {} });
  const asked = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
    const options = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await fetch(gateway.url + path, options)).json()) as Record<string, unknown>;
  };
  try {
    await signInWithMasterKey(page, { gateway });
    const steps = page.getByRole("list", { name: "What to do next" });
    const open = steps.locator("[aria-current=step]");
    await expect(open).toContainText("Add a model");
    await expect(page.getByText("Not set up yet")).toBeVisible();

    await page.getByRole("button", { name: "Add the first model" }).click();
    const form = page.getByRole("dialog", { name: "New model" });
    await form.getByLabel("Name that callers use").fill("assistant");
    await form.getByLabel("Upstream", { exact: true }).fill("openai/local-small");
    await form.getByLabel("Base address").fill(stack.upstream.apiBase);
    await form.getByLabel("API key").fill("sk-of-the-newcomer");
    await form.getByLabel("Other parameters").fill('{"input_cost_per_token": 1e-5, "output_cost_per_token": 2e-5}');
    await form.getByRole("button", { name: "Test this" }).click();
    await expect(form.getByText("The provider has this model")).toBeVisible();
    await form.getByRole("button", { name: "Add model" }).click();
    await expect(steps.getByText(/assistant: The provider accepts the key .* local-small among them/)).toBeVisible();

    await expect(open).toContainText("Generate a key");
    await page.getByRole("button", { name: "Generate the first key" }).click();
    const shown = page.getByRole("dialog", { name: "Your new key" });
    const secret = await shown.getByLabel("Key", { exact: true }).innerText();
    expect(secret).toMatch(/^sk-/);
    await page.keyboard.press("Escape");
    await expect(shown).toBeVisible();
    await shown.getByRole("button", { name: "I have copied it" }).click();
    // The button that opened it went with its step.
    await expect(page.getByRole("heading", { name: "Overview" })).toBeFocused();
    await expect(steps.getByText(/The gateway accepts sk-\S+\. It may call assistant\./)).toBeVisible();

    await expect(open).toContainText("Make the first call");
    await expect(open.getByLabel("Model")).toHaveValue("assistant");
    await asked("/key/block", { key: secret });
    watch.expectFailure("/v1/chat/completions");
    await open.getByRole("button", { name: "Send the call" }).click();
    const answer = open.getByRole("region", { name: "Answer" });
    await expect(answer).toContainText("key_blocked");
    await expect(answer.getByRole("link", { name: "Why it was refused" })).toHaveAttribute("href", /id=dec_/);

    await asked("/key/unblock", { key: secret });
    await open.getByRole("button", { name: "Send the call" }).click();
    await expect(answer).toContainText("The model answered");
    await expect(answer).toContainText(/Cost \$0\.00\d+ · \d+ tokens in, \d+ out/);
    await expect(answer).toContainText(/Decision: allowed by \d+ checks, served by openai\/local-small\./);
    await answer.getByText("The checks").click();
    await expect(answer.getByRole("list", { name: "Checks of the call" }).getByRole("listitem").first()).toBeVisible();
    expect(stack.upstream.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-of-the-newcomer");
    expect(await violationsOf(page, WCAG_2)).toEqual([]);

    await expect
      .poll(async () => (await asked("/spend/logs")).data, { timeout: 15_000 })
      .toMatchObject([{ requested_model: "assistant", status: "success", tags: [] }]);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(open).toContainText("Connect your identity provider");
    await expect(steps.getByLabel("Done")).toHaveCount(3);
    await page.getByRole("button", { name: "Create a team" }).click();
    await expect(open.getByRole("link", { name: "Go to teams" })).toBeVisible();
    // The secret is gone with the page, and stands nowhere in it.
    expect(await page.content()).not.toContain(secret);
  } finally {
    await page.close(); // it would still ask
    await gateway.stop();
  }
});

test("a key that was generated earlier is pasted for the first call, and a wrong one is refused with the reason", async ({
  page,
  stack,
  watch,
}) => {
  const model = { model: "openai/local-small", api_base: stack.upstream.apiBase };
  const gateway = await startGatewayWithDatabase({
    config: { model_list: [{ model_name: "assistant", gateway_params: model }] },
  });
  try {
    const response = await fetch(`${gateway.url}/key/generate`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: "{}",
    });
    const { key: secret } = (await response.json()) as { key: string };
    await signInWithMasterKey(page, { gateway });
    const form = page.getByRole("form", { name: "First call" });
    await expect(form.getByRole("button", { name: "Send the call" })).toBeDisabled();
    watch.expectFailure("/v1/chat/completions");
    await form.getByLabel("Key").fill("sk-nobody-knows-this");
    await form.getByRole("button", { name: "Send the call" }).click();
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("The call failed: 401");
    await form.getByLabel("Key").fill(secret);
    await form.getByRole("button", { name: "Send the call" }).click();
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("The model answered");
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("No price is known for it");
  } finally {
    await page.close(); // it would still ask
    await gateway.stop();
  }
});
