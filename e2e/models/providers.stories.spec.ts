import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

test("keys that nobody has needed yet are not a fault, and a provider that is down is one, also on the overview", async ({
  page,
  stack,
}) => {
  const gateway = await startGatewayWithDatabase({
    config: { general_settings: { enable_jwt_auth: true } },
    environment: { JWT_PUBLIC_KEY_URL: stack.provider.discoveryUrl, JWT_AUDIENCE: stack.provider.audience },
  });
  try {
    await signInWithMasterKey(page, { gateway });
    await page.goto(`${gateway.url}/console/providers`);
    await expect(page.getByText("Not fetched yet")).toBeVisible();
    await expect(page.getByText("Keys are fetched when the first token of this provider arrives.")).toBeVisible();

    stack.provider.intercept = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    await page.getByRole("button", { name: /^Refresh/ }).click();
    await expect(page.getByRole("region", { name: "The keys could not be fetched" })).toContainText(
      "The provider answered 503.",
    );
    await expect(page.getByText("No usable keys")).toBeVisible();
    await page.goto(`${gateway.url}/console`);
    await expect(page.getByRole("status").filter({ hasText: "Needs attention" })).toContainText(/can be verified/);
  } finally {
    stack.provider.intercept = undefined;
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
  }
});
