import { beforeEach, expect, test } from "vitest";
import { foldHours } from "@/lib/store/spend/fold-figures";
import { bookCalls } from "@/lib/store/calls/calls";
import type { SpendReport } from "@/lib/wire/spend";
import { sampleLiteral } from "@/testing/spend/booked-rows";
import { useSpendFixture } from "@/testing/spend/spend-fixture";

const fixture = useSpendFixture();

/** The clocks of Berlin go back on 2026-10-25 at 01:00 UTC. */
const TIMES = [
  "2026-10-23T22:30:00Z",
  "2026-10-24T21:59:59Z",
  "2026-10-24T22:00:00Z",
  "2026-10-25T00:10:00Z",
  "2026-10-25T01:10:00Z",
  "2026-10-25T22:59:59Z",
  "2026-10-25T23:00:00Z",
];
beforeEach(async () => {
  const rows = TIMES.map((time, at) => sampleLiteral(`call-${at}`, Date.parse(time)));
  await bookCalls(fixture.database, rows);
});

const days = { start_date: "2026-10-24", end_date: "2026-10-26" };

async function callsBy(dimension: "day" | "hour", input: object): Promise<unknown[]> {
  const { data } = await fixture.ask<SpendReport>("/spend/report", { group_by: dimension, ...days, ...input });
  return data.map((row) => [row[dimension], row.calls]);
}

test("a day of another time zone is the sum of its 24, 23 or 25 hours", async () => {
  const berlin = [
    ["2026-10-24", 2],
    ["2026-10-25", 4],
    ["2026-10-26", 1],
  ];
  expect(await callsBy("day", { time_zone: "Europe/Berlin" })).toEqual(berlin);
  expect(await callsBy("day", { time_zone: "Europe/Berlin", user_id: "u1" })).toEqual(berlin);
  expect(await callsBy("day", {})).toEqual([
    ["2026-10-24", 2],
    ["2026-10-25", 4],
  ]);
  const { totals, time_zone } = await fixture.ask<SpendReport>("/spend/report", {
    ...days,
    time_zone: "Europe/Berlin",
  });
  expect([totals.calls, time_zone]).toEqual([7, "Europe/Berlin"]);
});

test("hours are told apart by their offset when the clocks go back", async () => {
  const one = { start_date: "2026-10-25", end_date: "2026-10-25" };
  expect(await callsBy("hour", { ...one, time_zone: "Europe/Berlin" })).toEqual([
    ["2026-10-25T00:00:00+02:00", 1],
    ["2026-10-25T02:00:00+02:00", 1],
    ["2026-10-25T02:00:00+01:00", 1],
    ["2026-10-25T23:00:00+01:00", 1],
  ]);
  expect(await callsBy("hour", { ...one })).toEqual([
    ["2026-10-25T00:00:00Z", 1],
    ["2026-10-25T01:00:00Z", 1],
    ["2026-10-25T22:00:00Z", 1],
    ["2026-10-25T23:00:00Z", 1],
  ]);
});

test("days of a zone that is off by part of an hour are added up from the calls", async () => {
  const kolkata = { start_date: "2026-10-24", end_date: "2026-10-25", time_zone: "Asia/Kolkata" };
  expect(await callsBy("day", kolkata)).toEqual([
    ["2026-10-24", 1],
    ["2026-10-25", 4],
  ]);
  const { data, totals } = await fixture.ask<SpendReport>("/spend/report", { group_by: "day,team,user", ...kolkata });
  expect([data.map(({ day, team_id, user_id, calls }) => [day, team_id, user_id, calls]), totals.spend]).toEqual([
    [
      ["2026-10-24", "t1", "u1", 1],
      ["2026-10-25", "t1", "u1", 4],
    ],
    0.0001,
  ]);
  await expect(fixture.ask("/spend/report", { ...kolkata, start_date: "2026-09-01" })).rejects.toMatchObject({
    code: "invalid_request",
    options: { param: "time_zone" },
  });
});

test("days whose hours are no longer kept are answered in UTC, and the answer says so", async () => {
  await foldHours(fixture.database, Date.parse("2026-11-01T00:00:00Z") / 3_600_000);
  const answer = await fixture.ask<SpendReport>("/spend/report", { ...days, time_zone: "Europe/Berlin" });
  expect(answer).toMatchObject({
    time_zone: "UTC",
    note: "The days are UTC days, because spend is kept by the hour only since 2026-10-26 (hourly_retention_days).",
  });
  expect(answer.data.map(({ day, calls }) => [day, calls])).toEqual([
    ["2026-10-24", 2],
    ["2026-10-25", 4],
  ]);
  const file = await fixture.reply("/spend/report", { ...days, time_zone: "Europe/Berlin", format: "csv" });
  expect(file.headers).toMatchObject({
    "x-gateway-note": answer.note,
    "content-disposition": 'attachment; filename="spend-by-day-2026-10-24-2026-10-26-UTC.csv"',
  });
  await expect(fixture.ask("/spend/report", { ...days, group_by: "hour" })).rejects.toMatchObject({
    options: { param: "group_by" },
  });
});

test("an export takes the days of another time zone", async () => {
  const input = { format: "jsonl", start_date: "2026-10-25", end_date: "2026-10-25", time_zone: "Europe/Berlin" };
  const { body } = await fixture.reply("/spend/export", input);
  let lines = "";
  for await (const piece of body as AsyncIterable<Uint8Array>) lines += Buffer.from(piece).toString();
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { call_id: string }).call_id),
  ).toEqual([2, 3, 4, 5].map((at) => `call-${at}`));
});

test("a time zone that does not exist is refused", async () => {
  await expect(fixture.ask("/spend/report", { time_zone: "Europe/Atlantis" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
