import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { reportSource } from "@/lib/api/operations/spend/report-source";
import { dayBounds } from "@/lib/time/time-zone";
import { TooManyDays } from "./too-many-days";

/** What somebody reads. */
const TEXT = renderToStaticMarkup(<TooManyDays />).replace(/<[^>]+>/g, "");

test("a range that is too long for single calls says how many days would do, and what else would", () => {
  expect(TEXT).toContain("Choose at most 31 days");
  expect(TEXT).toContain("Totals are kept by one payer, and by team and user together.");
  expect(TEXT).toContain("choose a shorter range, or fewer filters");
});

test("the page and the API name the same number of days, which the API answers", () => {
  const from = (first: string, last: string) =>
    reportSource({
      timeZone: "UTC",
      byHour: false,
      bounds: dayBounds("UTC", Date.parse(first), Date.parse(last)),
      togetherOnly: "team and key",
    });
  const tooLong = from("2026-10-01", "2026-11-01");
  const [, days] = /at most (\d+) days/.exec(tooLong.from === "nothing" ? tooLong.because : "") ?? [];
  expect(TEXT).toContain(`of ${days} days at most`);
  expect(days).toBe("31");
  expect(from("2026-10-01", "2026-10-31")).toEqual({ from: "calls" });
});
