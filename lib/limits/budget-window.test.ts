import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDuration } from "@/lib/time/duration";
import { budgetWindow } from "./budget-window";

const at = (text: string): number => Date.parse(text);
const written = ({ start, end }: { start: number; end: number }) => [
  new Date(start).toISOString(),
  new Date(end).toISOString(),
];

describe("the window of a budget", () => {
  test.each([
    ["30s", "2026-11-21T12:34:56.789Z", "2026-11-21T12:34:30.000Z", "2026-11-21T12:35:00.000Z"],
    ["15m", "2026-11-21T12:34:56.789Z", "2026-11-21T12:30:00.000Z", "2026-11-21T12:45:00.000Z"],
    ["1h", "2026-11-21T12:59:59.999Z", "2026-11-21T12:00:00.000Z", "2026-11-21T13:00:00.000Z"],
    ["1h", "2026-11-21T13:00:00.000Z", "2026-11-21T13:00:00.000Z", "2026-11-21T14:00:00.000Z"],
    ["6h", "2026-11-21T05:59:59.999Z", "2026-11-21T00:00:00.000Z", "2026-11-21T06:00:00.000Z"],
    ["1d", "2026-11-21T12:00:00.000Z", "2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["24h", "2026-11-21T12:00:00.000Z", "2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["7d", "1970-01-08T00:00:00.000Z", "1970-01-08T00:00:00.000Z", "1970-01-15T00:00:00.000Z"],
    ["7d", "2026-11-21T12:00:00.000Z", "2026-11-19T00:00:00.000Z", "2026-11-26T00:00:00.000Z"],
    ["30d", "2026-11-21T12:00:00.000Z", "2026-11-03T00:00:00.000Z", "2026-12-03T00:00:00.000Z"],
    ["1w", "2026-11-21T12:00:00.000Z", "2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
    ["1w", "1970-01-02T00:00:00.000Z", "1969-12-29T00:00:00.000Z", "1970-01-05T00:00:00.000Z"],
    ["1mo", "2026-11-30T23:59:59.999Z", "2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
    ["1mo", "2026-12-31T23:59:59.999Z", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["1mo", "2028-02-29T12:00:00.000Z", "2028-02-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"],
    ["3mo", "2026-11-21T12:00:00.000Z", "2026-10-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["12mo", "2026-11-21T12:00:00.000Z", "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ])("the window of a budget of %s at %s is from %s to %s", (duration, now, start, end) => {
    expect(written(budgetWindow(duration, at(now)))).toEqual([start, end]);
  });

  test("the window of a budget without a valid duration is all time", () => {
    for (const duration of [null, "monthly", ""])
      expect(budgetWindow(duration, 0)).toEqual({ start: 0, end: Number.POSITIVE_INFINITY });
  });

  test("the window of a budget contains the moment, is as long as the duration, and is the same for each moment in it", () => {
    const durations = fc
      .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom("s", "m", "h", "d", "w", "mo"))
      .map(([count, unit]) => `${count}${unit}`);
    fc.assert(
      fc.property(
        durations,
        fc.integer({ min: 0, max: at("2100-01-01T00:00:00Z") }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (duration, now, part) => {
          const window = budgetWindow(duration, now);
          expect(window.start <= now && now < window.end).toBe(true);
          expect(window.end).toBe(addDuration(window.start, duration));
          expect(
            budgetWindow(
              duration,
              Math.min(window.start + Math.floor(part * (window.end - window.start)), window.end - 1),
            ),
          ).toEqual(window);
          expect(budgetWindow(duration, window.end).start).toBe(window.end);
        },
      ),
    );
  });
});
