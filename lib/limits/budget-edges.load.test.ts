import { expect, test } from "vitest";
import { CALL_COST, info, newKey, useBudgetFixture } from "@/testing/gateway/budget-fixture";
import type { InProcessGateway } from "@/testing/gateway/in-process-gateway";

const fixture = useBudgetFixture();

function post(gateway: InProcessGateway, key: string, body: object, signal?: AbortSignal) {
  return gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "one two three" }], ...body }),
    ...(signal && { signal }),
  });
}

test("no member of a request passes a budget by naming less than another", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, { max_budget: CALL_COST });
  const disagreeing = await post(gateway, key, { max_completion_tokens: 1, max_tokens: 1_000_000 });
  expect([disagreeing.status, await disagreeing.json()]).toEqual([
    400,
    { error: expect.objectContaining({ code: "invalid_request", param: "max_tokens" }) },
  ]);
  const text = await post(gateway, key, { max_tokens: "1000000" });
  expect([text.status, await text.json()]).toEqual([
    400,
    { error: expect.objectContaining({ message: '"max_tokens" must be a whole number.' }) },
  ]);
  expect((await post(gateway, key, { max_tokens: null })).status).toBe(429);
  expect((await post(gateway, key, { max_tokens: null, max_completion_tokens: 5 })).status).toBe(200);
  expect(fixture.upstream.requests.length).toBe(1);
});

test("a call without a stream whose caller hangs up is booked with its estimated prompt", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, {});
  fixture.upstream.behave = () => ({ hang: true });
  const left = new AbortController();
  const gone = post(gateway, key, { max_tokens: 5 }, left.signal).catch(() => {});
  await fixture.upstream.next(({ path }) => path.endsWith("/completions"));
  left.abort();
  await gone;
  fixture.upstream.behave = undefined;
  await expect
    .poll(async () => ((await info(gateway, "/spend/logs")) as { data: unknown[] }).data)
    .toMatchObject([
      { status: "cancelled", usage_source: "estimated", prompt_tokens: expect.toSatisfy((n) => n > 20) },
    ]);
});

test("a call whose upstream cannot be reached is booked without usage", async () => {
  const gateway = await fixture.start(await fixture.createDatabase());
  const key = await newKey(gateway, {});
  expect((await post(gateway, key, { model: "broken/reset-0" })).status).toBe(502);
  expect(((await info(gateway, "/spend/logs")) as { data: unknown[] }).data).toMatchObject([
    { status: "error", prompt_tokens: 0 },
  ]);
});
