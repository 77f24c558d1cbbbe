import { expect, test } from "vitest";
import { formatTime } from "@/components/api/format";
import { momentText } from "./moment-text";

const NOW = Date.parse("2026-11-24T12:00:00Z");

test.each([
  ["2026-11-24T15:00:00.000Z", "in 3 h (EXACT)"],
  ["2026-11-24T12:00:20.000Z", "in a moment (EXACT)"],
  ["2026-11-24T11:57:00.000Z", "3 min ago (EXACT)"],
  ["2026-11-20T12:00:00.000Z", "4 d ago (EXACT)"],
  ["2026-12-24T12:00:00.000Z", "on EXACT"],
  ["2025-12-24T12:00:00.000Z", "on EXACT"],
])("a time of a decision is how far it is, and the exact time with its zone: %s", (iso, words) => {
  expect(formatTime(iso)).toMatch(/ UTC/);
  expect(momentText(iso, NOW)).toBe(words.replace("EXACT", formatTime(iso)));
});
