import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsOf } from "../support/axe";
import { picture } from "../support/picture";
import { expect, signInWithMasterKey, test } from "../support/fixtures";
import { ONE_LOOK } from "@/testing/patience.mjs";

const MODEL = "house";

test("while a deployment fails another one takes over and the console names the failing one, until it serves again", async ({
  page,
  stack,
}, testInfo) => {
  test.slow();
  const entry = (model: string) => ({
    model_name: MODEL,
    gateway_params: { model: `openai/${model}`, api_base: stack.upstream.apiBase, api_key: "upstream-key" },
  });
  const gateway = await startGatewayWithDatabase({ config: { model_list: [entry("primary"), entry("standby")] } });
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const call = async (): Promise<number> => {
    const body = JSON.stringify({ model: MODEL, messages: [{ role: "user", content: "Hello" }] });
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", headers, body });
    await answer.text();
    return answer.status;
  };
  const calls = async (count: number): Promise<number[]> => {
    const statuses = [];
    for (let made = 0; made < count; made++) statuses.push(await call());
    return statuses;
  };
  try {
    stack.upstream.behave = ({ body }) =>
      (body as { model?: string } | undefined)?.model === "primary" ? { status: 500 } : undefined;
    // Callers notice nothing.
    expect(new Set(await calls(12))).toEqual(new Set([200]));

    await signInWithMasterKey(page, { gateway });
    const verdict = page.getByRole("status").filter({ hasText: `of ${MODEL} ` });
    // The failures are counted in batches, and the page asks again in a while.
    await expect(verdict).toContainText(
      /openai\/primary of house has been (failing|degraded|on cooldown) since \d\d:\d\d UTC: HTTP 500/,
    );
    const lanes = page.getByRole("list", { name: "Deployments" }).getByRole("listitem");
    const failing = lanes.filter({ has: page.getByTitle("openai/primary") });
    // Once its cooldown has ended, the line says what failed and when.
    await expect(failing).toContainText(/Since \d\d:\d\d UTC, last HTTP 500 .*(ago|now)/);
    await expect(failing).toContainText("Failing");
    await expect(lanes.filter({ has: page.getByTitle("openai/standby") })).toContainText("Serving");

    await expect(verdict).toContainText(/; \d+ attempts retried, openai\/standby took over/);
    const timeline = page.getByRole("list", { name: "Timeline" });
    await expect(timeline.getByRole("listitem").filter({ hasText: "openai/primary failed" })).toContainText(
      /\d+ attempts failed, 100%; no call lost; openai\/standby took over; still failing/,
    );
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, testInfo, "incident");

    await page.getByRole("button", { name: "Take out of rotation" }).click();
    await expect(page.getByText("openai/primary is out of rotation")).toBeVisible();
    await expect(page.getByText(/^In force on 1 of 1 nodes/)).toBeVisible();
    await expect(verdict).toHaveCount(0);
    const asked = stack.upstream.requests.length;
    expect(new Set(await calls(5))).toEqual(new Set([200]));
    expect(stack.upstream.requests.slice(asked).map(({ body }) => (body as { model: string }).model)).toEqual(
      Array.from({ length: 5 }, () => "standby"),
    );
    await expect(timeline).toContainText("Changed a model: house");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("openai/primary is back in rotation")).toBeVisible();
    await expect(verdict).toBeVisible();

    // From the line to the cause in two clicks.
    await page.getByRole("link", { name: "See deployment" }).click();
    await expect(page.getByRole("heading", { name: "openai/primary", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Take out of rotation" })).toBeVisible();
    await page.getByRole("link", { name: "HTTP 500" }).click();
    // The call behind the last error was served by the other deployment.
    await expect(page.getByText("1 in all")).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("success");
    await page.goBack();
    await page.getByRole("tab", { name: "Attempts" }).click();
    const attempts = page.locator("section", { has: page.getByRole("heading", { name: "Attempts, last 24 hours" }) });
    await expect(attempts.locator("figcaption")).toContainText(/^0 succeeded, [1-9]\d* failed$/);

    stack.upstream.behave = undefined;
    await expect(async () => {
      expect(new Set(await calls(60))).toEqual(new Set([200]));
      await page.goto(`${gateway.url}/console`);
      await expect(page.getByRole("status").getByText("Healthy", { exact: true })).toBeVisible(ONE_LOOK);
    }).toPass();
    await expect(lanes.filter({ hasText: "Serving" })).toHaveCount(2);

    const { data } = await (await fetch(`${gateway.url}/health/deployments`, { headers })).json();
    expect(data).toHaveLength(2);
    for (const deployment of data) expect(deployment).toMatchObject({ failures_since_success: 0 });
  } finally {
    stack.upstream.behave = undefined;
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
  }
});
