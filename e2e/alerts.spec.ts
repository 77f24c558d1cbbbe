import { startAlertReceiver } from "@/testing/alerts/alert-receiver";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInWithMasterKey, test } from "./fixtures";

test("the settings send a test message, and show the secret of webhooks until it is copied", async ({ page }) => {
  const receiver = await startAlertReceiver();
  const gateway = await startGatewayWithDatabase({
    config: "general_settings:\n  alerting: [webhook]\n",
    environment: { WEBHOOK_URL: receiver.url },
  });
  try {
    await signInWithMasterKey(page, { gateway });
    await page.goto(`${gateway.url}/console/settings`);
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.getByRole("status", { name: "Test messages" })).toContainText("accepted");
    await page.getByRole("button", { name: "Show the signing secret" }).click();
    await expect(page.getByLabel("Signing secret", { exact: true })).toContainText("whsec_");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await expect(page.getByText("Signing secret")).toBeHidden();
    await page.reload();
    await expect(page.getByRole("button", { name: "Send a test message" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Show the signing secret" })).toBeHidden();
  } finally {
    await page.close(); // it would still ask
    await gateway.stop();
    await receiver.stop();
  }
});
