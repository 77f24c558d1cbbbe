import { startUpstream } from "@/local/upstream/upstream";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsOf } from "../support/axe";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

test("the lane of a deployment whose upstream fails shows its cooldown and why, and its page lists it", async ({
  page,
}) => {
  const [good, bad] = await Promise.all([startUpstream(), startUpstream()]);
  const entry = (id: string, apiBase: string, params: object = {}) => ({
    model_name: "house",
    gateway_params: { model: `openai/${id}`, api_base: apiBase, ...params },
    model_info: { id },
  });
  const gateway = await startGatewayWithDatabase({
    config: {
      model_list: [
        entry("bad-1", bad.apiBase, { weight: 1_000_000, allowed_fails: 0, cooldown_seconds: 600 }),
        entry("good-1", good.apiBase),
      ],
    },
  });
  const asAdministrator = { authorization: `Bearer ${gateway.masterKey}` };
  try {
    bad.behave = () => ({ status: 503 });
    for (let call = 0; call < 3; call++) {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: { ...asAdministrator, "content-type": "application/json" },
        body: JSON.stringify({ model: "house", messages: [{ role: "user", content: "Hello" }] }),
      });
      expect(answer.status).toBe(200);
    }
    // A process writes what it has counted every two seconds, and the overview asks every fifteen.
    await expect
      .poll(async () => (await fetch(`${gateway.url}/health/deployments`, { headers: asAdministrator })).text())
      .toContain('"good-1"');
    await signInWithMasterKey(page, { gateway });
    const lanes = page.getByRole("list", { name: "Deployments" });
    await expect(lanes.getByRole("listitem").first()).toContainText("Cooling down");
    const words = /0 succeeded, 1 failed\. On cooldown since \d\d:\d\d:\d\d UTC on .+: it failed too often in a row$/;
    await expect(lanes.getByRole("img", { name: words })).toBeVisible();
    await expect(lanes.getByRole("img", { name: "3 succeeded, 0 failed", exact: true })).toBeVisible();
    // It lasts, so each step of two minutes that has begun since has it.
    await expect(lanes.locator("title", { hasText: "On cooldown since" })).not.toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
    await lanes.getByRole("listitem").first().getByRole("link", { name: "house" }).click();
    await page.getByRole("tab", { name: "Attempts" }).click();
    await expect(page.getByRole("list", { name: "Cooldowns of the last hour" })).toContainText(
      "it failed too often in a row",
    );
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
    await Promise.all([good.stop(), bad.stop()]);
  }
});
