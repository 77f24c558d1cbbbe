import { describe, expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import type { CallLog, RepriceReport } from "@/lib/wire/spend";
import { sampleEnd, sampleIntent, SAMPLE_ENTRY, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { insertFigures } from "@/testing/spend/booked-figures";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { NO_USAGE } from "@/lib/usage";

const DAY = 86_400_000;
const fixture = useSpendFixture();
const unknown: ModelEntry = { model_name: "m", gateway_params: { model: "acme/house" } };
const given = {
  provider: "acme",
  model: "house",
  input_cost_per_token: 1e-6,
  output_cost_per_token: 2e-6,
  effective_from: "2026-01-01",
};

/** Books one call at each of these instants, of a model without a price, with 10 prompt and 5 completion tokens. */
async function bookUnpriced(instants: readonly number[]): Promise<void> {
  for (const [index, startedAt] of instants.entries()) {
    const call = await fixture.begin(
      sampleIntent(`call-${index}`, { provider: "acme", model: "house", startedAt }),
      unknown,
    );
    call.settle(sampleEnd());
  }
  await fixture.book.drained();
}
const prices = async (): Promise<[string, string, number][]> =>
  (await fixture.ask<{ data: CallLog[] }>("/spend/logs", { order: "asc", size: "1000" })).data.map(
    ({ call_id, price_state, spend }) => [call_id, price_state, spend],
  );
const events = () => fixture.database.prisma.auditEvent.findMany({ where: { action: "spend.reprice" } });

test("a price added at run time is charged to the next call", async () => {
  await bookUnpriced([SAMPLE_TIME]);
  const { price_id } = await fixture.ask<{ price_id: string }>("/price/new", given);
  const call = await fixture.begin(
    sampleIntent("call-1", { provider: "acme", model: "house", startedAt: SAMPLE_TIME + 1 }),
    unknown,
  );
  expect(call.settle(sampleEnd()).record).toMatchObject({
    spendNano: 20_000n,
    priceState: "priced",
    priceVersion: price_id,
  });
  await fixture.book.drained();
  expect(await prices()).toEqual([
    ["call-0", "unpriced", 0],
    ["call-1", "priced", 0.00002],
  ]);
});

describe("POST /spend/reprice", () => {
  test("POST /spend/reprice prices calls without a price, corrects their totals and writes one audit event", async () => {
    await bookUnpriced([SAMPLE_TIME - DAY, SAMPLE_TIME, SAMPLE_TIME + 1]);
    await fixture.ask("/price/new", given);
    const report = await fixture.ask<RepriceReport>("/spend/reprice");
    expect(report).toMatchObject({
      dry_run: false,
      calls: 3,
      repriced: 3,
      unpriced: 0,
      spend_before: 0,
      spend_after: 0.00006,
      complete: true,
      continue_from: null,
    });
    expect(await prices()).toEqual([0, 1, 2].map((index) => [`call-${index}`, "priced", 0.00002]));
    expect(await fixture.ask("/global/spend")).toMatchObject({ spend: 0.00006, calls: 3, unpriced_calls: 0 });
    expect(await events()).toMatchObject([
      {
        actor: "test",
        entityId: report.reprice_id,
        after: { repriced: 3, spend_before: "0.000000000", spend_after: "0.000060000", unpriced_only: true },
      },
    ]);
    expect(await fixture.ask("/spend/reprice")).toMatchObject({ calls: 0, repriced: 0 });
    expect(await events()).toHaveLength(1);
  });

  test("POST /spend/reprice with dry_run reports the change and writes nothing", async () => {
    await bookUnpriced([SAMPLE_TIME]);
    await fixture.ask("/price/new", given);
    expect(await fixture.ask("/spend/reprice", { dry_run: true })).toMatchObject({
      dry_run: true,
      repriced: 1,
      spend_after: 0.00002,
    });
    expect(await prices()).toEqual([["call-0", "unpriced", 0]]);
    expect(await events()).toEqual([]);
  });

  test("POST /spend/reprice charges each call the price in force when it was made", async () => {
    await bookUnpriced([SAMPLE_TIME - 2 * DAY, SAMPLE_TIME]);
    await fixture.ask("/price/new", { ...given, effective_from: new Date(SAMPLE_TIME - DAY).toISOString() });
    expect(await fixture.ask("/spend/reprice")).toMatchObject({ calls: 2, repriced: 1, unpriced: 1 });
    expect(await prices()).toEqual([
      ["call-0", "unpriced", 0],
      ["call-1", "priced", 0.00002],
    ]);
  });

  test.each([
    ["the calls between two dates", { start_date: "2026-11-21", end_date: "2026-11-21" }, 1],
    ["the calls of a model pattern", { model: "hou*" }, 2],
    ["the calls of another model", { model: "hou" }, 0],
    ["the calls of a model name that SQL LIKE would match", { model: "_ouse" }, 0],
    ["the calls of another provider", { provider: "other" }, 0],
  ])("POST /spend/reprice can be limited to %s", async (_what, filter, repriced) => {
    await bookUnpriced([SAMPLE_TIME - DAY, SAMPLE_TIME]);
    await fixture.ask("/price/new", given);
    expect(await fixture.ask("/spend/reprice", filter)).toMatchObject({ repriced });
  });

  test("POST /spend/reprice leaves priced calls alone by default, and corrects them if unpriced_only is false", async () => {
    await bookUnpriced([SAMPLE_TIME, SAMPLE_TIME + 1]);
    await fixture.ask("/price/new", given);
    await fixture.ask("/spend/reprice");
    await fixture.ask("/price/new", { ...given, effective_from: "2026-02-01", output_cost_per_token: 0 });
    expect(await fixture.ask("/spend/reprice")).toMatchObject({ calls: 0 });
    expect(await fixture.ask("/spend/reprice", { unpriced_only: false })).toMatchObject({
      repriced: 2,
      spend_before: 0.00004,
      spend_after: 0.00002,
    });
    expect(await fixture.ask("/global/spend")).toMatchObject({ spend: 0.00002, unpriced_calls: 0 });
    expect(await fixture.ask("/spend/reprice", { unpriced_only: false })).toMatchObject({ calls: 2, repriced: 0 });
  });

  test("POST /spend/reprice keeps the spend of a call after its price is deleted or its entry is gone", async () => {
    await bookUnpriced([SAMPLE_TIME]);
    const { price_id } = await fixture.ask<{ price_id: string }>("/price/new", given);
    await fixture.ask("/spend/reprice");
    const byFile = await fixture.begin(
      sampleIntent("call-1", { provider: "openai", model: "gpt-4o", startedAt: SAMPLE_TIME + 1 }),
      SAMPLE_ENTRY,
    );
    byFile.settle(sampleEnd());
    await fixture.ask("/price/delete", { price_ids: [price_id] });
    expect(await fixture.ask("/spend/reprice", { unpriced_only: false })).toMatchObject({ calls: 2, repriced: 0 });
    expect(await prices()).toEqual([
      ["call-0", "priced", 0.00002],
      ["call-1", "priced", 0.00002],
    ]);
  });

  test("POST /spend/reprice uses the price of the entry that served the call, not that of a different entry with the same id", async () => {
    await bookUnpriced([SAMPLE_TIME]);
    const entry = (model: string): ModelEntry => ({
      model_name: "m",
      gateway_params: { model, input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
      model_info: { id: "d1" },
    });
    fixture.setModels([entry("acme/other")]);
    expect(await fixture.ask("/spend/reprice")).toMatchObject({ repriced: 0, unpriced: 1 });
    fixture.setModels([entry("acme/*")]);
    expect(await fixture.ask("/spend/reprice")).toMatchObject({ repriced: 1, spend_after: 0.00002 });
  });

  test("POST /spend/reprice charges nothing for a call that was refused before any token", async () => {
    const call = await fixture.begin(sampleIntent("call-0", { provider: "acme", model: "house" }), unknown);
    call.settle(sampleEnd({ status: "error", usage: NO_USAGE }));
    await fixture.ask("/price/new", {
      provider: "acme",
      model: "house",
      input_cost_per_request: 1,
      effective_from: "2026-01-01",
    });
    expect(await fixture.ask("/spend/reprice", { unpriced_only: false })).toMatchObject({ calls: 1, repriced: 0 });
  });

  test("POST /spend/reprice continues where it ran out of time, and two concurrent runs count nothing twice", async () => {
    const count = 2_500;
    await fixture.database.pool.query(
      `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens, cached_tokens,
         completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, team_id, tags)
       SELECT 'c' || i, '2026-11-01'::timestamptz + i / 3 * interval '1 second', 1, 'success', '/chat/completions', 'm', 'house', 'acme', 'd', 10, 0, 5, 0, 15, 'upstream', 0, 'unpriced', 't', '{x}'
       FROM generate_series(1, $1) AS i`,
      [count],
    );
    for (const [type, id] of [
      ["all", ""],
      ["team", "t"],
      ["tag", "x"],
      ["model", "m"],
    ] as const) {
      await fixture.database.pool.query("INSERT INTO entity_totals VALUES ($1, $2, 0, $3, $4, $5, $3)", [
        type,
        id,
        count,
        count * 10,
        count * 5,
      ]);
      await insertFigures(fixture.database, [
        {
          day: "2026-11-01",
          type,
          id,
          provider: "acme",
          model: "house",
          spend: 0,
          calls: count,
          prompt_tokens: count * 10,
          completion_tokens: count * 5,
          unpriced_calls: count,
        },
      ]);
    }
    await fixture.ask("/price/new", given);
    // Each reading of the clock is 30 seconds later.
    const time = { at: SAMPLE_TIME };
    Object.defineProperty(fixture.clock, "now", { configurable: true, get: () => (time.at += 30_000) });
    const first = await fixture.ask<RepriceReport>("/spend/reprice");
    expect(first).toMatchObject({ calls: 1000, repriced: 1000, complete: false });
    const rest = await Promise.all(
      [1, 2].map(() => fixture.ask<RepriceReport>("/spend/reprice", { continue_from: first.continue_from })),
    );
    for (const report of rest) expect(report).toMatchObject({ complete: false });
    Object.defineProperty(fixture.clock, "now", { configurable: true, writable: true, value: SAMPLE_TIME });
    await fixture.ask("/spend/reprice", { continue_from: rest[0]?.continue_from });
    expect(await fixture.ask("/global/spend")).toMatchObject({ spend: count * 0.00002, unpriced_calls: 0 });
  });

  test("POST /spend/reprice refuses a forged continue_from, a reversed period and callers who are not administrators", async () => {
    for (const continue_from of [
      "x",
      Buffer.from("[1]").toString("base64url"),
      Buffer.from('[1e300,"a"]').toString("base64url"),
    ]) {
      await expect(fixture.ask("/spend/reprice", { continue_from })).rejects.toMatchObject({
        code: "invalid_request",
        options: { param: "continue_from" },
      });
    }
    await expect(
      fixture.ask("/spend/reprice", { start_date: "2026-11-21", end_date: "2026-11-20" }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    await expect(fixture.ask("/spend/reprice", {}, { admin: false, teamId: "t" })).rejects.toMatchObject({
      code: "route_not_allowed",
    });
  });
});
