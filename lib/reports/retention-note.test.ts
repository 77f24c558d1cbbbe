import { expect, test } from "vitest";
import { joinNotes, type KeptSince, retentionNote } from "./retention-note";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const figures: KeptSince = { what: "figures", since: day("2026-01-01") };
const FORGOTTEN =
  "Figures are kept since 2026-01-01 (daily_retention_days): what was spent before is only in all-time totals.";
const DELETED = "Single calls are kept since 2026-10-22 (call_retention_days): reports have the sums of those before.";

test.each<[name: string, from: number | undefined, kept: KeptSince, note: string | undefined]>([
  ["that begins before the first kept day", day("2025-12-31"), figures, FORGOTTEN],
  ["that begins with the first kept day", day("2026-01-01"), figures, undefined],
  ["that begins later", day("2026-05-01"), figures, undefined],
  ["of everything that is kept", undefined, figures, undefined],
  ["where nothing was ever forgotten", day("2020-01-01"), { what: "figures", since: undefined }, undefined],
  ["of single calls that are deleted", day("2026-10-21"), { what: "calls", since: day("2026-10-22") }, DELETED],
])("a range %s has a note only if it lacks something", (_name, from, kept, note) => {
  expect(retentionNote(from, kept)).toBe(note);
});

test("notes are one text, and nothing is none", () => {
  expect(joinNotes("One.", undefined, "Two.")).toBe("One. Two.");
  expect(joinNotes(undefined, "")).toBe(undefined);
});
