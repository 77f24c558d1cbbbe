import { expect, test } from "../support/fixtures";

test("a refused token is explained, and the change that its nearest miss names lets it through", async ({
  signedIn: page,
  stack,
}) => {
  const project = await stack.provider.addProject({ clientId: "explained" });
  const token = await stack.provider.projectToken(project);
  await page.goto("/console");
  await page.getByRole("link", { name: "Explain" }).click();
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByLabel("Model", { exact: true }).fill("openai/gpt-4o-mini");
  await page.getByRole("button", { name: "Explain", exact: true }).click();

  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("Refused");
  await expect(page.getByTestId("nearest-miss")).toContainText("explained");
  const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(checks.first()).toContainText(/^Verify.*Pass$/);
  await expect(checks.filter({ hasText: "Not reached" })).not.toHaveCount(0);
  await expect(checks.filter({ hasText: /Fail$/ })).toHaveCount(1);

  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "explained" });
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(verdict).toContainText("Allowed");
  await expect(page.getByText("openai/gpt-4o-mini").last()).toBeVisible();
  expect((await stack.chat(token, "openai/gpt-4o-mini")).status).toBe(200);

  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(token);
  expect(stack.gateway.output).not.toContain(token);
  await page.reload();
  await expect(page.getByText("What you typed has been restored.")).toBeVisible();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("openai/gpt-4o-mini");
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("");
});

test("an explanation estimates the cost of a call from its body", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "thrifty", max_budget: 0.001 });
  await page.goto("/console/explain");
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill('{"client_id": "thrifty"}');
  await page.getByLabel("Model", { exact: true }).fill("openai/gpt-4o");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("Allowed");
  await page.getByLabel("Body", { exact: true }).fill('{"max_tokens": 10000, "messages": []}');
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(verdict).toContainText("Refused");
  const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "Budget" })).toContainText("a lower max_tokens would lower that");
  await expect(checks.filter({ hasText: "Price" })).toContainText("Pass");
});

test("plain claims are explained, and their faults are shown at their field", async ({ signedIn: page }) => {
  await page.goto("/console/explain");
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill("{client_id: 1}");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(page.getByLabel("Claims", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Model", { exact: true })).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("Claims", { exact: true }).fill('{"scope": "gateway_proxy_admin"}');
  await page.getByLabel("Route").fill("POST /team/new");
  await expect(page.getByLabel("Model", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Allowed");
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("a refusal is opened by the id from its answer", async ({ signedIn: page, stack, watch }) => {
  const token = await stack.provider.issueToken({ client_id: "nobody-knows" });
  const answer = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [] }),
  });
  const id = answer.headers.get("x-gateway-decision-id") ?? "";
  await page.goto(`/console/explain?id=${id}`);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Refused");
  await expect(page.getByRole("list", { name: "Checks" })).toContainText("nobody-knows");

  watch.expectFailure("/auth/explain?id=");
  await page.getByLabel("Decision id").fill("dec_00000000-0000-0000-0000-000000000000");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("This refusal could not be opened")).toBeVisible();
});
