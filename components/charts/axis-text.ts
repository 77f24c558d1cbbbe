/**
 * What the bars of a chart are, for the line below its axis:
 * "Days of Europe/Berlin. The lighter bar is not complete yet."
 */
export function axisText(bars: "hour" | "day" | "week" | "month", zone: string, hasOpen: boolean): string {
  const words = `${BARS[bars]} ${zone === "UTC" ? "in UTC" : `of ${zone}`}`;
  return hasOpen ? `${words}. The lighter bar is not complete yet.` : words;
}

const BARS = { hour: "Hours", day: "Days", week: "Weeks", month: "Months" } as const;
