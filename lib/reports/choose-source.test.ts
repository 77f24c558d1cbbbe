import { expect, test } from "vitest";
import type { AnalyticsReach } from "./analytics";
import { type Asked, chooseSource, missingDetail } from "./choose-source";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const whole: AnalyticsReach = { asOf: day("2026-11-23"), completeFrom: undefined, lagSeconds: 3 };
const late: AnalyticsReach = { ...whole, completeFrom: day("2026-10-01") };
const behind: AnalyticsReach = { ...whole, lagSeconds: 601 };
const empty: AnalyticsReach = { ...whole, asOf: undefined };
const sums = (from: string): Asked => ({ kind: "sums", from: day(from) });
const calls = (from?: string): Asked => ({ kind: "calls", from: from === undefined ? undefined : day(from) });
const ids: Asked = { kind: "ids" };
const KEPT = day("2026-11-01");

const AWAY = "ClickHouse cannot be asked at the moment, and PostgreSQL has only the calls since 2026-11-01.";
const EMPTY = "ClickHouse has no calls yet, and PostgreSQL has only the calls since 2026-11-01.";

test.each<[string, Asked, AnalyticsReach | undefined, number | undefined, ReturnType<typeof chooseSource>]>([
  ["sums go to a ClickHouse that has it all", sums("2025-01-01"), whole, KEPT, { reader: "clickhouse" }],
  ["sums of days that it has whole go to it", sums("2026-10-01"), late, KEPT, { reader: "clickhouse" }],
  ["sums of days before go to PostgreSQL", sums("2026-09-30"), late, KEPT, { reader: "postgres" }],
  ["sums go to PostgreSQL while ClickHouse catches up", sums("2026-11-20"), behind, KEPT, { reader: "postgres" }],
  ["sums go to PostgreSQL while ClickHouse is empty", sums("2026-11-20"), empty, KEPT, { reader: "postgres" }],
  ["sums lack nothing while ClickHouse is away", sums("2025-01-01"), undefined, KEPT, { reader: "postgres" }],
  ["calls go to ClickHouse", calls(), whole, undefined, { reader: "clickhouse" }],
  ["calls go to ClickHouse, also the oldest", calls(), late, KEPT, { reader: "clickhouse" }],
  [
    "kept calls go to PostgreSQL while ClickHouse catches up",
    calls("2026-11-01"),
    behind,
    KEPT,
    { reader: "postgres" },
  ],
  ["all calls go to it if nothing was deleted", calls(), behind, undefined, { reader: "postgres" }],
  ["older calls go to ClickHouse even then", calls("2026-10-31"), behind, KEPT, { reader: "clickhouse" }],
  ["all calls do, too, if some were deleted", calls(), behind, KEPT, { reader: "clickhouse" }],
  ["kept calls lack nothing while it is away", calls("2026-11-01"), undefined, KEPT, { reader: "postgres" }],
  ["older calls are said to be missing", calls("2026-10-31"), undefined, KEPT, { reader: "postgres", note: AWAY }],
  ["all calls are said to be incomplete", calls(), undefined, KEPT, { reader: "postgres", note: AWAY }],
  ["the reason is that it is empty", calls(), empty, KEPT, { reader: "postgres", note: EMPTY }],
  ["nothing is missing if nothing was deleted", calls(), undefined, undefined, { reader: "postgres" }],
  ["ids are PostgreSQL's if nothing was deleted", ids, whole, undefined, { reader: "postgres", thenClickHouse: false }],
  ["ids are then looked for in ClickHouse", ids, whole, KEPT, { reader: "postgres", thenClickHouse: true }],
  ["ids are not while it is away", ids, undefined, KEPT, { reader: "postgres", thenClickHouse: false }],
])("%s", (_case, asked, analytics, callsFrom, source) => {
  expect(chooseSource(asked, analytics, { calls: callsFrom, figures: undefined })).toEqual(source);
});

const SINCE =
  "Figures are kept since 2026-10-01 (daily_retention_days): what was spent before is only in all-time totals.";
test.each<[string, from: string, AnalyticsReach, figures: string, ReturnType<typeof chooseSource>]>([
  ["ClickHouse reaches further back", "2026-01-01", late, "2026-11-01", { reader: "clickhouse", note: SINCE }],
  ["PostgreSQL reaches further back", "2026-01-01", late, "2026-03-01", { reader: "postgres" }],
  ["both begin with the same day", "2026-01-01", late, "2026-10-01", { reader: "postgres" }],
  ["ClickHouse has all of the days", "2026-10-05", late, "2026-11-01", { reader: "clickhouse" }],
  ["ClickHouse catches up", "2026-01-01", { ...late, lagSeconds: 601 }, "2026-11-01", { reader: "postgres" }],
])("of days that PostgreSQL has forgotten: %s", (_case, from, analytics, figures, source) => {
  expect(chooseSource(sums(from), analytics, { calls: KEPT, figures: day(figures) })).toEqual(source);
});

test.each([
  ["hours", { callsSince: KEPT }, undefined],
  ["hours", { hoursSince: day("2026-10-01"), callsSince: KEPT }, "only the hours since 2026-10-01"],
  ["calls", { hoursSince: KEPT }, undefined],
  ["calls", { hoursSince: day("2026-10-01"), callsSince: KEPT }, "only the calls since 2026-11-01"],
] as const)("an answer of PostgreSQL that adds up %s of %o says from when on it has them", (source, kept, says) => {
  const note = missingDetail(source, kept);
  if (says === undefined) expect(note).toBeUndefined();
  else expect(note).toContain(`PostgreSQL has ${says}: what is missing is not counted.`);
});
