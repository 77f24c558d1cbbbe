import { startGateway } from "@/testing/gateway/gateway-process";
import { findFreePort } from "@/testing/database/free-port";
import { startProvider } from "@/local/provider/provider";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase } from "@/testing/database/test-database";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("while the database is away the console says so and offers to try again", async ({ page, watch }) => {
  test.slow();
  for (const path of ["/team/list", "/spend/report", "/spend/logs"]) watch.expectFailure(path);
  const database = await startTestDatabase();
  const line = await startLineTo(database.url);
  const port = await findFreePort();
  const provider = await startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`] });
  const gateway = await startGateway({
    port,
    config: {
      general_settings: { enable_jwt_auth: true, gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" } },
    },
    environment: {
      DATABASE_URL: line.url,
      JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
      JWT_AUDIENCE: provider.audience,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.consoleClient.clientId,
      OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
    },
  });
  try {
    await signInThroughProvider(page, provider.administrator, gateway.url);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await page.goto("about:blank"); // The overview would go on asking.
    line.cut();
    await page.goto(`${gateway.url}/console/teams`);
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    line.mend();
    await gateway.stop();
    await provider.stop();
    await line.close();
    await database.stop();
  }
});
