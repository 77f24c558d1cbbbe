import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "./period";
import { dayAt, dayBounds, formatHour, isTimeZone, offsetAt, startOfDayIn } from "./time-zone";

const HOUR = 3_600_000;
const iso = (instant: number): string => new Date(instant).toISOString();

test.each([
  ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-21", "2026-11-20T18:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21", "2026-11-20T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-11-21", "2026-11-21T11:00:00.000Z"],
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
])("in %s, the day %s begins at %s", (zone, day, instant) => {
  expect(iso(startOfDayIn(zone, Date.parse(day)))).toBe(instant);
});

test("days on which the clocks change have 23 and 25 hours", () => {
  const lengths = (first: string, last: string): number[] => {
    const bounds = dayBounds("Europe/Berlin", Date.parse(first), Date.parse(last));
    return bounds.slice(1).map((bound, at) => (bound - (bounds[at] ?? 0)) / HOUR);
  };
  expect(lengths("2026-03-28", "2026-03-30")).toEqual([24, 23, 24]);
  expect(lengths("2026-10-24", "2026-10-26")).toEqual([24, 25, 24]);
});

test("the days of every zone follow each other without a gap", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const days = fc.integer({ min: Date.parse("2020-01-01") / DAY_MS, max: Date.parse("2030-12-31") / DAY_MS });
  fc.assert(
    fc.property(zones, days, (zone, at) => {
      const start = startOfDayIn(zone, at * DAY_MS);
      expect([dayAt(zone, start), dayAt(zone, start - 1)]).toEqual([at * DAY_MS, (at - 1) * DAY_MS]);
    }),
    { numRuns: 200 },
  );
});

test("the offset of every zone at any moment is the one that Intl names", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const moments = fc.integer({ min: Date.parse("2000-01-01"), max: Date.parse("2037-12-31") });
  const named = (zone: string, instant: number): number => {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const [, sign, hours = "0", minutes = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(
        format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "",
      ) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000) || 0;
  };
  fc.assert(
    fc.property(zones, moments, (zone, instant) => {
      for (const at of [instant, ...changesAround(zone, instant)]) expect(offsetAt(zone, at)).toBe(named(zone, at));
    }),
    { numRuns: 100 },
  );
  /** The moments before and at which the clocks change within half a year. */
  function changesAround(zone: string, instant: number): number[] {
    let [before, after] = [instant, instant + 183 * DAY_MS];
    if (named(zone, before) === named(zone, after)) return [];
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000;
      if (named(zone, middle) === named(zone, instant)) before = middle;
      else after = middle;
    }
    return [after - 1_000, after];
  }
});

test.each([
  ["UTC", true],
  ["Europe/Berlin", true],
  ["Etc/GMT+5", true],
  ["+02:00", false],
  ["", false],
  ["Mars/Olympus", false],
  ["Europe/Berlin\u0000", false],
])("whether %j is a time zone: %s", (name, expected) => expect(isTimeZone(name)).toBe(expected));

test.each([
  ["UTC", "2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"],
  ["Europe/Berlin", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00+02:00"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00+01:00"],
  ["America/St_Johns", "2026-11-21T12:00:00Z", "2026-11-21T08:30:00-03:30"],
])("an hour in %s at %s is shown as %s", (zone, instant, shown) => {
  expect(formatHour(zone, Date.parse(instant))).toBe(shown);
});
