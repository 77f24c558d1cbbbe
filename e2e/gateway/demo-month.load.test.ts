import { expect, test } from "vitest";
import { demoConfiguration, demoEnvironment } from "@/local/demo/demo-settings";
import { fillMonth } from "@/local/demo/fill-month";
import { startProvider } from "@/local/provider/provider";
import { startUpstream } from "@/local/upstream/upstream";
import { createClient } from "@/packages/client/src/index";
import { startGateway } from "@/testing/gateway/gateway-process";

test("the demonstration's month is booked so that every total is the sum of its calls, with one budget nearly spent", async () => {
  const [provider, upstream] = await Promise.all([startProvider(), startUpstream()]);
  // When it stops, it audits what was booked, and throws if a total is wrong.
  const gateway = await startGateway({
    config: demoConfiguration(upstream),
    environment: { ...demoEnvironment(provider), GATEWAY_CONSOLE: "off" },
  });
  try {
    const { calls, dollars } = await fillMonth(gateway);
    expect(calls).toBeGreaterThan(4_000);
    const client = createClient({ baseUrl: gateway.url, token: gateway.masterKey });
    let spent = 0;
    for await (const { spend } of client.pages("GET /team/list", { size: 100 })) spent += spend;
    expect(spent).toBeCloseTo(dollars, 2);
    const team = await client.call("GET /team/info", { team_id: "support-desk" });
    expect(team.spend / (team.max_budget ?? 1)).toBeCloseTo(0.92, 2);
    // Refusals are counted a moment after their answers.
    await expect
      .poll(async () => (await client.call("GET /auth/refusals", {})).data)
      .toMatchObject([{ code: "key_model_not_allowed", count: 3, requests: [expect.anything()] }]);
  } finally {
    await gateway.stop();
    await upstream.stop();
    await provider.stop();
  }
});
