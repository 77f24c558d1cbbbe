import { SPANS, USUAL_SPAN } from "@/components/time-range/spans";

const HOURS = SPANS.flatMap(({ value }) => (value === "between" ? [] : [Number(value)]));
const LONGEST = Math.max(...HOURS);

/** The shortest span with a name that covers a number of hours, in hours; the longest if none does. */
export function dashboardHours(hours: number): number {
  return HOURS.find((named) => named >= hours) ?? LONGEST;
}

/** The words for the hours of a dashboard, in the middle of a sentence: "last 7 days". */
export function hoursText(hours: number): string {
  const named = String(dashboardHours(hours));
  return SPANS.find(({ value }) => value === named)?.label.toLowerCase() ?? "";
}

/** The span of the address of a dashboard, which names one only where it is not the dashboard's own. */
export function shownSpan(view: typeof USUAL_SPAN, hours: number): typeof USUAL_SPAN {
  return view.hours === "" ? { ...USUAL_SPAN, hours: String(dashboardHours(hours)), zone: view.zone } : view;
}
