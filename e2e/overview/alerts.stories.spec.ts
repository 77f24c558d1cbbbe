import { startAlertReceiver } from "@/testing/alerts/alert-receiver";
import { expect, test } from "../support/fixtures";

test("alerts are set up, silenced, told, changed and taken away in the console", async ({ signedIn: page, stack }) => {
  test.slow();
  const receiver = await startAlertReceiver();
  const types = (): unknown[] => receiver.received.map(({ text }) => (JSON.parse(text) as { type: string }).type);
  try {
    await page.goto("/console/alerts");
    await expect(page.getByText("Alerts are off, because there is no channel")).toBeVisible();
    await page.getByRole("button", { name: "New channel" }).click();
    await page.getByLabel("Name").fill("on-call");
    await page.getByRole("button", { name: "Webhook", exact: true }).click();
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Send a test", exact: true }).click();
    await expect(page.getByRole("status", { name: "Test messages" })).toContainText("Accepted");
    await page.getByRole("button", { name: "Add channel" }).click();
    await expect(page.getByText("on-call is added")).toBeVisible();
    expect(types()).toContain("test");
    await page.getByRole("button", { name: "New channel" }).click();
    await page.getByLabel("Name").fill("on-call");
    await expect(page.getByText("A channel has this name already.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Silence", exact: true }).click();
    await page.getByLabel("Reason").fill("Moving to another region");
    await page.getByRole("dialog").getByRole("button", { name: "Silence" }).click();
    await expect(page.getByText(/Nobody is told of any alert/)).toBeVisible();

    const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, { max_budget: 0.000_001 });
    expect((await stack.chat(String(key["key"]))).status).toBe(429);
    const row = page.getByRole("row", { name: /A budget runs out/ }).first();
    await expect(row).toContainText("Silenced by");
    // Of what other tests did before the silence, the channel may have been told.
    expect(types()).not.toContain("max_budget");

    await page.getByRole("tab", { name: /Silences/ }).click();
    await page.getByRole("button", { name: "End the silence: Moving to another region" }).click();
    await page.getByRole("button", { name: "End it" }).click();
    await expect.poll(types).toContain("max_budget");
    await page.getByRole("tab", { name: /History/ }).click();
    await expect(row).toContainText("Delivered");
    await expect(row.getByRole("link", { name: "Look at it" })).toHaveAttribute("href", /\/console\/key\?id=/);

    await page.getByRole("tab", { name: "Rules" }).click();
    const rule = page.getByRole("row", { name: /A budget runs out/ });
    await page.getByRole("button", { name: "Change: A budget runs out" }).click();
    await page.getByLabel("From this part of the budget").selectOption("100");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(rule).toContainText("From 100% of a budget on");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(rule).toContainText("From 50% of a budget on");

    await page.getByRole("tab", { name: "Channels" }).click();
    await expect(page.getByRole("row", { name: /on-call/ })).toContainText("Delivered");
    await expect(page.getByText("planted-path-secret")).toHaveCount(0);
    await page.getByRole("button", { name: "Delete on-call" }).click();
    await expect(page.getByText("This cannot be undone.")).toBeVisible();
    await page.getByRole("button", { name: "Delete channel" }).click();
    await expect(page.getByText("No channel yet")).toBeVisible();
  } finally {
    // The gateway is shared with other tests, which expect no channel.
    const headers = { authorization: `Bearer ${stack.gateway.masterKey}` };
    await fetch(`${stack.gateway.url}/alerting/channels/on-call`, { method: "DELETE", headers });
    await receiver.stop();
  }
});
