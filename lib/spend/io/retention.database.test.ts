import { beforeAll, describe, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls, refusesRows } from "@/lib/store/calls/calls";
import { pruneFirstMonths } from "@/lib/store/calls/call-pruning";
import { readPartitions } from "@/lib/store/partitions/partitions";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { formatDay } from "@/lib/time/period";
import type { CallLog, GlobalSpend } from "@/lib/wire/spend";
import { recordingLog, SAMPLE_ENTRY, sampleEnd, sampleIntent } from "@/testing/spend/spend-samples";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { pruningClock } from "@/lib/store/pruning-clock";
import { startRetention } from "./retention";

const DAY = 86_400_000;
/** A day after the end of the first partition, which is that of the month before the database was made. */
let midnight: number;
let now: number;
const fixture = useSpendFixture();
beforeAll(async () => {
  const [first] = await readPartitions(fixture.database, "calls");
  midnight = (first?.until ?? NaN) + DAY;
  now = midnight + 12 * 3_600_000;
});

async function book(id: string, startedAt: number): Promise<string> {
  const call = await fixture.begin(sampleIntent(id, { startedAt }), SAMPLE_ENTRY);
  const { record } = call.settle(sampleEnd());
  await fixture.book.drained();
  return callLiteral(record);
}
async function prune(days: number | undefined): Promise<number> {
  const retention = startRetention({
    database: fixture.database,
    log: recordingLog(),
    now: () => now,
    days: () => days,
  });
  const pruned = await retention.prune();
  await retention.close();
  return pruned.calls;
}
const kept = async (): Promise<string[]> =>
  (await fixture.ask<{ data: CallLog[] }>("/spend/logs")).data.map(({ call_id }) => call_id);

describe("calls that are older than they are to be kept", () => {
  test("the first partition, which holds many months, loses its old calls by whole UTC days, and their totals stay", async () => {
    await book("old", midnight - 2 * DAY - 1);
    await book("kept", midnight - 2 * DAY);
    await book("new", now);
    expect(await prune(2)).toBe(1);
    expect(await kept()).toEqual(["new", "kept"]);
    fixture.clock.now = now;
    const total = await fixture.ask<GlobalSpend>("/global/spend");
    expect(total).toMatchObject({ spend: 0.00006, calls: 3 });
    expect(total.by_day.find(({ day }) => day === formatDay(midnight - 3 * DAY))).toMatchObject({ calls: 1 });
    expect(await prune(2)).toBe(0);
  });

  test("a process whose clock is years ahead deletes no call that the database's clock still keeps, and calls are booked on", async () => {
    await book("present", Date.now());
    const ahead = () => Date.now() + 1_000 * DAY;
    const options = { database: fixture.database, log: recordingLog(), now: ahead, days: () => 100 };
    const retention = startRetention({ ...options, agedBy: pruningClock(fixture.database, ahead) });
    expect(await retention.prune()).toEqual({ calls: 0, partitions: [] });
    await retention.close();
    await book("later", Date.now() + 1);
    expect(await kept()).toEqual(["later", "present"]);
  });

  test("a process whose clock is behind keeps calls by its own", async () => {
    const behind = () => Date.now() - 1_000 * DAY;
    expect(await pruningClock(fixture.database, behind)()).toBeLessThan(Date.now() - 999 * DAY);
  });

  test("a list or an export that reaches back beyond the kept calls says since when they are kept", async () => {
    await book("kept", now);
    await prune(2);
    const since = formatDay(midnight - 2 * DAY);
    const from = (start_date: string) => fixture.ask("/spend/logs", { start_date });
    expect(await from(formatDay(midnight - 3 * DAY))).toMatchObject({
      note: `Single calls are kept since ${since} (call_retention_days): reports have the sums of those before.`,
    });
    expect(await from(since)).not.toHaveProperty("note");
    expect(await fixture.ask("/spend/logs")).not.toHaveProperty("note");
    const file = await fixture.reply("/spend/export", { start_date: formatDay(midnight - 3 * DAY) });
    expect(file.headers).toHaveProperty("x-gateway-note", expect.stringContaining(since));
  });

  test("calls are kept forever by default", async () => {
    await book("old", now - 3000 * DAY);
    expect(await prune(undefined)).toBe(0);
    expect(await kept()).toEqual(["old"]);
  });

  test("deleted calls are not booked again by a late journal, and the other calls of its batch are booked", async () => {
    const old = await book("old", now - 10 * DAY);
    await prune(2);
    const fresh = old
      .replace('"old"', '"fresh"')
      .replace(new Date(now - 10 * DAY).toISOString(), new Date(now).toISOString());
    const error: unknown = await bookCalls(fixture.database, [old, fresh]).catch((reason: unknown) => reason);
    expect(refusesRows(error)).toBe(true);
    expect(await kept()).toEqual(["fresh"]);
    expect(await fixture.ask("/global/spend")).toMatchObject({ calls: 2 });
  });

  test("old calls that are not deleted yet may be sent again", async () => {
    const row = await book("old", now - 10 * DAY);
    await fixture.database.pool.query(
      `INSERT INTO call_retention (pruned_before) VALUES ('${formatDay(midnight - 2 * DAY)}')`,
    );
    expect(await bookCalls(fixture.database, [row])).toBe(0);
  });

  test("deleted calls never come back, even if calls are kept longer later", async () => {
    await book("old", now - 10 * DAY);
    await prune(2);
    await prune(100);
    expect(await findSpendDiscrepancies(fixture.database)).toEqual([]);
  });

  test("deleted calls do not hide a wrong total", async () => {
    await book("old", now - 10 * DAY);
    await book("new", now);
    await prune(2);
    const wrong = async (change: string, undo: string): Promise<string[]> => {
      await fixture.database.pool.query(change);
      const found = (await findSpendDiscrepancies(fixture.database)).map(({ table, day }) =>
        `${table} ${day ?? ""}`.trim(),
      );
      await fixture.database.pool.query(undo);
      return found;
    };
    const team = "WHERE entity_type = 'team'";
    expect(
      await wrong(
        `UPDATE shared_totals SET spend = spend + 1 ${team}`,
        `UPDATE shared_totals SET spend = spend - 1 ${team}`,
      ),
    ).toEqual(["entity_totals"]);
    const of = (at: number): string => `WHERE kind = 3 AND hour / 24 = ${Math.floor(at / DAY)}`;
    const today = of(now);
    expect(
      await wrong(
        `UPDATE hourly_figures SET calls = calls + 1 ${today}`,
        `UPDATE hourly_figures SET calls = calls - 1 ${today}`,
      ),
    ).toEqual([`hourly_figures ${formatDay(now)} 12:00`]);
    const before = of(now - 10 * DAY);
    expect(
      await wrong(
        `UPDATE hourly_figures SET spend = spend + 1 ${before}`,
        `UPDATE hourly_figures SET spend = spend - 1 ${before}`,
      ),
    ).toEqual(["entity_totals"]);
  });

  test("old calls are deleted by one process at a time", async () => {
    await book("old", now - 10 * DAY);
    await fixture.database.pool.query(
      `INSERT INTO call_retention (pruned_before) VALUES ('${formatDay(midnight - 2 * DAY)}')`,
    );
    const other = await fixture.database.pool.connect();
    try {
      await other.query("BEGIN; SELECT pg_advisory_xact_lock(7200301)");
      expect(await pruneFirstMonths(fixture.database)).toBeUndefined();
    } finally {
      await other.query("COMMIT");
      other.release();
    }
    expect(await pruneFirstMonths(fixture.database)).toBe(1);
  });
});
