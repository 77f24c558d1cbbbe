import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

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
    await expect(answer).toContainText("The key is blocked");
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
      .poll(async () => (await asked("/spend/logs")).data)
      .toMatchObject([{ requested_model: "assistant", status: "success", tags: [] }]);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(open).toContainText("Connect your identity provider");
    // Once calls are made, only what is left is listed, below what the gateway does.
    await expect(page.getByText("3 of 5 done")).toBeVisible();
    await expect(steps.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("button", { name: "Create a team" }).click();
    await expect(open.getByRole("link", { name: "Go to teams" })).toBeVisible();
    // After the reload the secret stands nowhere in the page.
    expect(await page.content()).not.toContain(secret);
  } finally {
    await page.close(); // an open page would ask the stopped gateway
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
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("The gateway does not know this key");
    await form.getByLabel("Key").fill(secret);
    await form.getByRole("button", { name: "Send the call" }).click();
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("The model answered");
    await expect(form.getByRole("region", { name: "Answer" })).toContainText("No price is known for it");
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
  }
});

/** A provider that answers everything alike. */
async function startProviderThat(answers: RequestListener): Promise<{ apiBase: string; stop: () => void }> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { apiBase: `http://127.0.0.1:${port}/v1`, stop: () => void server.close() };
}

const saying =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(body);

test("a first call that fails says in plain words what is wrong and where it is put right", async ({ page, watch }) => {
  test.slow();
  watch.expectFailure("/v1/chat/completions");
  const error = (code: string) => JSON.stringify({ error: { message: "No.", type: "invalid_request_error", code } });
  const providers = await Promise.all([
    startProviderThat(saying(401, error("invalid_api_key"))),
    startProviderThat(saying(404, error("model_not_found"))),
    startProviderThat((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello")),
  ]);
  const [refusing, ignorant, website] = providers.map(({ apiBase }) => apiBase);
  const served = (model_name: string, api_base: string | undefined) => ({
    model_name,
    gateway_params: { model: "openai/gpt-4o", api_base, api_key: "sk-of-the-newcomer" },
  });
  const gateway = await startGatewayWithDatabase({
    config: {
      model_list: [
        served("refusing", refusing),
        served("ignorant", ignorant),
        served("website", website),
        served("nobody-there", "http://127.0.0.1:9/v1"),
      ],
    },
  });
  const generated = async (fields: object): Promise<string> => {
    const response = await fetch(`${gateway.url}/key/generate`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    return String(((await response.json()) as { key: string }).key);
  };
  try {
    const good = await generated({});
    const narrow = await generated({ models: ["website"] });
    const spent = await generated({ max_budget: 0 });
    await signInWithMasterKey(page, { gateway });
    const form = page.getByRole("form", { name: "First call" });
    const answer = form.getByRole("region", { name: "Answer" });
    const tries = [
      [
        good,
        "refusing",
        "The provider refuses the model's own key",
        "Open the model",
        "/console/models?search=refusing",
      ],
      [good, "ignorant", "The provider does not know this model", "Open the model", "/console/models?search=ignorant"],
      [
        good,
        "website",
        "The server at this address is not a provider",
        "Open the model",
        "/console/models?search=website",
      ],
      [good, "nobody-there", "The provider cannot be reached", "Open the model", "/console/models?search=nobody-there"],
      [good, "unheard-of", "No model is called unheard-of", "Add this model", "/console/models?new=unheard-of"],
      [narrow, "refusing", "The key may not make this call", "Why it was refused", "/console/explain?id=dec_"],
      [spent, "refusing", "A budget is used up", "Why it was refused", "/console/explain?id=dec_"],
    ] as const;
    for (const [key, model, title, label, href] of tries) {
      await form.getByLabel("Key").fill(key);
      await form.getByLabel("Model").fill(model);
      await form.getByRole("button", { name: "Send the call" }).click();
      await expect(answer, model).toContainText(title);
      const next = answer.getByRole("link", { name: label });
      expect(await next.getAttribute("href"), model).toContain(href);
      await answer.getByText("What the API answered").click();
      await expect(answer.getByText(/^[45]\d\d \w+/)).toBeVisible();
    }
    expect(await violationsOf(page, WCAG_2)).toEqual([]);
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
    providers.forEach(({ stop }) => stop());
  }
});

test("a first model whose key is wrong leads to its entry and is tested again, and a first key that is refused says so", async ({
  page,
  watch,
}) => {
  test.slow();
  let isRight = false;
  const list = JSON.stringify({ object: "list", data: [{ id: "gpt-4o", object: "model" }] });
  const provider = await startProviderThat((request, response) =>
    isRight ? saying(200, list)(request, response) : saying(401, "{}")(request, response),
  );
  const gateway = await startGatewayWithDatabase({ config: {} });
  try {
    await signInWithMasterKey(page, { gateway });
    const steps = page.getByRole("list", { name: "What to do next" });
    await page.getByRole("button", { name: "Add the first model" }).click();
    const form = page.getByRole("dialog", { name: "New model" });
    await form.getByLabel("Name that callers use").fill("assistant");
    await form.getByLabel("Upstream", { exact: true }).fill("openai/gpt-4o");
    await form.getByLabel("Base address").fill(provider.apiBase);
    await form.getByLabel("API key").fill("sk-mistyped");
    await form.getByRole("button", { name: "Add model" }).click();
    await expect(steps.getByText("The provider refuses the key.")).toBeVisible();
    await expect(steps.getByRole("link", { name: "Correct the model" })).toHaveAttribute("href", /models\?id=/);
    expect(await violationsOf(page, WCAG_2)).toEqual([]);
    isRight = true;
    await steps.getByRole("button", { name: "Test it again" }).click();
    await expect(steps.getByText(/assistant: The provider accepts the key/)).toBeVisible();
    await expect(steps.getByRole("link", { name: "Correct the model" })).toHaveCount(0);

    watch.expectFailure("/model_group/info");
    await page.route("**/model_group/info", (route) =>
      route.fulfill({ status: 403, json: { error: { message: "The key is blocked.", code: "key_blocked" } } }),
    );
    await page.getByRole("button", { name: "Generate the first key" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await expect(steps.getByText(/The gateway does not accept sk-\S+\. It may have been blocked/)).toBeVisible();
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
    provider.stop();
  }
});
