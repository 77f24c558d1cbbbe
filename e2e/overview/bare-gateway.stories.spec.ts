import { type AlertReceiver, startAlertReceiver } from "@/testing/alerts/alert-receiver";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

// A gateway that has no identity provider and no models, and sends its alerts to a webhook.
let receiver: AlertReceiver;
let gateway: GatewayProcess;
test.beforeAll(async () => {
  receiver = await startAlertReceiver();
  gateway = await startGatewayWithDatabase({
    config: "general_settings:\n  alerting: [webhook]\n",
    environment: { WEBHOOK_URL: receiver.url },
  });
});
test.afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});
test.beforeEach(async ({ page }) => signInWithMasterKey(page, { gateway }));

test("the page of alerts sends a test message, and show the secret of webhooks until it is copied", async ({
  page,
}) => {
  await page.goto(`${gateway.url}/console/alerts?tab=channels`);
  await page.getByRole("button", { name: "Send a test", exact: true }).click();
  await page.getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByRole("status", { name: "Test messages" })).toContainText("Accepted");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Show the signing secret" }).click();
  await expect(page.getByLabel("Signing secret", { exact: true })).toContainText("whsec_");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText("Signing secret")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Send a test", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the signing secret" })).toBeHidden();
});

test("without a provider, the page says which variable to set", async ({ page }) => {
  await page.goto(`${gateway.url}/console/providers`);
  await expect(page.getByText("No identity provider yet")).toBeVisible();
  await expect(page.getByLabel("Environment", { exact: true })).toContainText("JWT_PUBLIC_KEY_URL=");
});
