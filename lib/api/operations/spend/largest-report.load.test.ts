import { describe, expect, test } from "vitest";
import type { SpendRecord } from "@/lib/calls/record";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import type { SpendReport } from "@/lib/wire/spend";
import { record } from "@/testing/spend/spend-records";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";

const fixture = useSpendFixture();
const DAY = 86_400_000;
const DOLLAR = 1_000_000_000n;
/** The days are those of SAMPLE_TIME and before: 2026-11-20 and 2026-11-21. */
const YESTERDAY = SAMPLE_TIME - DAY;

type Ids = Partial<Pick<SpendRecord, "teamId" | "userId" | "model" | "tags" | "startedAt" | "spendNano">>;
const book = (...calls: readonly Ids[]): Promise<unknown> =>
  bookCalls(
    fixture.database,
    calls.map((ids, at) => callLiteral(record(at, { startedAt: SAMPLE_TIME, teamId: null, ...ids }))),
  );
const ask = (query: Readonly<Record<string, string>>): Promise<SpendReport> =>
  fixture.ask<SpendReport>("/spend/report", { start_date: "2026-11-01", end_date: "2026-11-30", ...query });
const linesOf = ({ data }: SpendReport): unknown[] =>
  data.map(({ day, team_id: team, others, spend }) => [day, others ? "all others" : team, spend]);

const dollars = (teamId: string | null, amount: number, startedAt = SAMPLE_TIME): Ids => ({
  teamId,
  startedAt,
  spendNano: BigInt(amount) * DOLLAR,
});

describe("the largest groups of a report", () => {
  test("are those of the whole range on each day, beside one row for all others of the day", async () => {
    await book(dollars("a", 5), dollars("b", 3), dollars("c", 1), dollars("d", 2), dollars("b", 4, YESTERDAY));
    const report = await ask({ group_by: "day,team", largest: "2" });
    expect(linesOf(report)).toEqual([
      ["2026-11-20", "b", 4],
      ["2026-11-21", "a", 5],
      ["2026-11-21", "b", 3],
      ["2026-11-21", "all others", 3],
    ]);
    expect(report).toMatchObject({ truncated: false, totals: { spend: 15, calls: 5 } });
    expect(report.data.at(-1)).not.toHaveProperty("team_id");
    expect(report.data.at(-1)).not.toHaveProperty("team_alias");
  });

  test("leave nothing to others where there are no more groups, and are empty where there are no calls", async () => {
    await book(dollars("a", 5));
    expect(linesOf(await ask({ group_by: "day,team", largest: "1" }))).toEqual([["2026-11-21", "a", 5]]);
    const empty = await ask({ group_by: "day,team", largest: "1", start_date: "2026-11-22", rest: "true" });
    expect([empty.data, empty.totals.calls]).toEqual([[], 0]);
  });

  test("stand beside the calls without a payer, which are not among the others and not among the largest", async () => {
    await book(dollars(null, 9), dollars("a", 5), dollars("b", 3), dollars("b", 1, YESTERDAY));
    const report = await ask({ group_by: "day,team", largest: "1", rest: "true" });
    expect(linesOf(report)).toEqual([
      ["2026-11-20", "all others", 1],
      ["2026-11-21", "a", 5],
      ["2026-11-21", "all others", 3],
      ["2026-11-21", "", 9],
    ]);
    expect(report.totals).toMatchObject({ spend: 18, calls: 4 });
  });

  test("of equal groups are those whose ids come first", async () => {
    await book(...["b", "B", "a", "é"].map((team) => dollars(team, 1)));
    expect(linesOf(await ask({ group_by: "day,team", largest: "2" }))).toEqual([
      ["2026-11-21", "B", 1],
      ["2026-11-21", "a", 1],
      ["2026-11-21", "all others", 2],
    ]);
    expect((await ask({ group_by: "day,user", largest: "1" })).data[0]).toMatchObject({ user_id: "u1" });
  });

  test("go by calls or tokens if that is asked for", async () => {
    await book(dollars("dear", 9), dollars("busy", 1), dollars("busy", 1));
    const first = async (by: string): Promise<unknown> =>
      (await ask({ group_by: "day,team", largest: "1", largest_by: by })).data[0]?.team_id;
    expect([await first("spend"), await first("calls"), await first("tokens")]).toEqual(["dear", "busy", "busy"]);
  });

  test("have ids that read like other things, and amounts of any size", async () => {
    const ids = ["others", "null", "true", "x".repeat(256), "‮moc.elpmaxe", "שלום"];
    await book(
      ...ids.map((teamId, at): Ids => ({ teamId, spendNano: BigInt(at + 1) })),
      { teamId: "dear", spendNano: 1_234_567n * DOLLAR + 1n },
      { teamId: "small", spendNano: 0n },
    );
    const report = await ask({ group_by: "day,team", largest: "7" });
    expect(linesOf(report)).toEqual([
      ["2026-11-21", "dear", 1_234_567.000000001],
      ...ids.map((id, at) => ["2026-11-21", id, (at + 1) / 1e9]).toReversed(),
      ["2026-11-21", "all others", 0],
    ]);
    expect(
      (await fixture.reply("/spend/report", { group_by: "day,team", largest: "7", format: "csv" })).body,
    ).toContain("2026-11-21,dear,,,1234567.000000001,1,");
  });

  test("are told apart by several dimensions and narrowed by filters", async () => {
    await book(
      { teamId: "a", model: "m1", spendNano: 5n },
      { teamId: "a", model: "m2", spendNano: 4n },
      { teamId: "b", model: "m1", spendNano: 3n },
    );
    const both = await ask({ group_by: "day,team,model", largest: "2" });
    expect(both.data.map(({ team_id, model, others, calls }) => [team_id, model, others, calls])).toEqual([
      ["a", "m1", undefined, 1],
      ["a", "m2", undefined, 1],
      [undefined, undefined, true, 1],
    ]);
    const narrowed = await ask({ group_by: "day,team", model: "m1", largest: "1" });
    expect(linesOf(narrowed)).toEqual([
      ["2026-11-21", "a", 5e-9],
      ["2026-11-21", "all others", 3e-9],
    ]);
    const ofTeam = await ask({ group_by: "hour,model", team_id: "a", largest: "1", start_date: "2026-11-21" });
    expect(ofTeam.data.map(({ model, others }) => model ?? others)).toEqual(["m1", true]);
  });

  test("count a call under each of its tags, so that the rows of tags add up to the sum of all tags", async () => {
    await book({ tags: ["a", "b", "c"], spendNano: 2n * DOLLAR }, { tags: ["a"], spendNano: DOLLAR });
    const { data, totals } = await ask({ group_by: "day,tag", largest: "1" });
    expect(data.map(({ tag, others, spend }) => [tag, others, spend])).toEqual([
      ["a", undefined, 3],
      [undefined, true, 4],
    ]);
    expect(totals.spend).toBe(7);
  });

  test("are days of a zone, also one of 25 hours, and the hours of its clock that goes back", async () => {
    const autumn = Date.parse("2026-10-24T22:00:00Z");
    await book(...[0, 2, 3, 24].map((hour) => dollars("a", 1, autumn + hour * 3_600_000)), dollars("b", 1, autumn));
    const query = { largest: "1", time_zone: "Europe/Berlin", start_date: "2026-10-25", end_date: "2026-10-25" };
    expect(linesOf(await ask({ ...query, group_by: "day,team" }))).toEqual([
      ["2026-10-25", "a", 4],
      ["2026-10-25", "all others", 1],
    ]);
    const hours = await ask({ ...query, group_by: "hour,team" });
    expect(hours.data.map(({ hour, others }) => [hour, others])).toEqual([
      ["2026-10-25T00:00:00+02:00", undefined],
      ["2026-10-25T00:00:00+02:00", true],
      ["2026-10-25T02:00:00+02:00", undefined],
      ["2026-10-25T02:00:00+01:00", undefined],
      ["2026-10-25T23:00:00+01:00", undefined],
    ]);
  });

  test("are cut at the limit in order of time, and the totals count all", async () => {
    await book(dollars("a", 5), dollars("b", 3), dollars("b", 4, YESTERDAY), dollars("c", 1, YESTERDAY));
    const cut = await ask({ group_by: "day,team", largest: "1", limit: "2" });
    expect(linesOf(cut)).toEqual([
      ["2026-11-20", "b", 4],
      ["2026-11-20", "all others", 1],
    ]);
    expect(cut).toMatchObject({ truncated: true, totals: { spend: 13 } });
  });

  test("have a column for others in CSV, which says true in their rows alone", async () => {
    await book(dollars("a", 5), dollars("b", 3));
    const { body, headers } = await fixture.reply("/spend/report", {
      group_by: "day,team",
      largest: "1",
      format: "csv",
      start_date: "2026-11-21",
      end_date: "2026-11-21",
    });
    expect(headers["content-disposition"]).toContain("spend-by-day-team-largest-1-2026-11-21-2026-11-21.csv");
    expect(
      String(body)
        .split("\r\n")
        .map((line) => line.split(",").slice(0, 6).join()),
    ).toEqual([
      "day,team_id,team_alias,others,spend,calls",
      "2026-11-21,a,,,5.000000000,1",
      "2026-11-21,,,true,3.000000000,1",
      "",
    ]);
  });

  test.each([["team"], ["day"], ["day,hour"], ["day,hour,team"], ["hour"]])(
    "are refused for a group_by of %s alone",
    async (groupBy) => {
      await expect(ask({ group_by: groupBy, largest: "1" })).rejects.toMatchObject({
        code: "invalid_request",
        options: { param: "largest" },
      });
    },
  );

  test.each(["0", "101", "1.5", "many"])("are refused in the number of %s", async (largest) => {
    await expect(ask({ group_by: "day,team", largest })).rejects.toMatchObject({ options: { param: "largest" } });
  });
});
