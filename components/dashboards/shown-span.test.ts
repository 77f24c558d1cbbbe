import { expect, test } from "vitest";
import { USUAL_SPAN } from "@/components/time-range/spans";
import { dashboardHours, hoursText, shownSpan } from "./shown-span";

test.each([
  [1, 1, "last hour"],
  [2, 24, "last 24 hours"],
  [168, 168, "last 7 days"],
  [169, 720, "last 30 days"],
  [8_760, 720, "last 30 days"],
])("%i hours are shown as %i, the %s", (hours, shown, words) => {
  expect([dashboardHours(hours), hoursText(hours)]).toEqual([shown, words]);
});

test("an address without a time shows that of the dashboard", () => {
  const none = { ...USUAL_SPAN, hours: "", zone: "Asia/Tokyo" };
  expect(shownSpan(none, 24)).toEqual({ hours: "24", from: "", to: "", zone: "Asia/Tokyo" });
  expect(shownSpan({ ...none, hours: "1" }, 24)).toEqual({ ...none, hours: "1" });
});
