import { utcDay } from "@/components/api/format";
import type { SpendDimension, SpendMeasure } from "./stack-by-day";

export const RANGES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "month", label: "Last month" },
  { value: "between", label: "Custom" },
] as const;
export type SpendRange = (typeof RANGES)[number]["value"];

export const MEASURES = [
  { value: "spend", label: "Spend" },
  { value: "calls", label: "Calls" },
  { value: "tokens", label: "Tokens" },
] as const satisfies readonly { value: SpendMeasure; label: string }[];

/** What the address of the page holds. The usual view has none of it in its address. */
export const USUAL_SPEND = {
  range: "30",
  /** First and last day of the range `between`. */
  from: "",
  to: "",
  by: "team",
  measure: "spend",
  team_id: "",
  model: "",
  provider: "",
};
export type SpendAddress = typeof USUAL_SPEND;

/** Days are UTC days, both included. An empty text filters nothing. */
export interface SpendFilter {
  readonly start_date: string;
  readonly end_date: string;
  readonly team_id?: string;
  readonly model?: string;
  readonly provider?: string;
}

/** A view of spend: an address may ask for anything, a view holds only what the API can answer. */
export interface SpendView {
  readonly range: SpendRange;
  readonly measure: SpendMeasure;
  readonly dimension: SpendDimension;
  /** The dimensions that this view could be grouped by. */
  readonly choices: readonly SpendDimension[];
  readonly filter: SpendFilter;
}

const CHOICES: readonly SpendDimension[] = [
  "team",
  "user",
  "organization",
  "key",
  "end_user",
  "tag",
  "model",
  "provider",
  "all",
];
/** The API keeps totals of a single team only by these. */
const CHOICES_OF_A_TEAM: readonly SpendDimension[] = ["user", "model", "provider", "all"];

/** The view that an address asks for, at `now` (milliseconds since the epoch). */
export function spendViewOf({ range, from, to, by, measure, ...filter }: SpendAddress, now: number): SpendView {
  const known = RANGES.find(({ value }) => value === range)?.value ?? "30";
  const lastMonth = daysOf("month", now);
  const isLastMonth = known === "between" && from === lastMonth.start_date && to === lastMonth.end_date;
  const choices = filter.team_id === "" ? CHOICES : CHOICES_OF_A_TEAM;
  return {
    range: isLastMonth ? "month" : known,
    measure: MEASURES.find(({ value }) => value === measure)?.value ?? "spend",
    dimension: choices.find((one) => one === by) ?? (filter.team_id === "" ? "team" : "model"),
    choices,
    filter: { ...filter, ...(known === "between" ? daysBetween(from, to, now) : daysOf(known, now)) },
  };
}

/**
 * The address of a range. That of a month or of chosen days is absolute, because a link to it should show the same days
 * next month; the last days move on with the clock.
 */
export function rangeAddress(range: SpendRange, shown: SpendFilter, now: number): Partial<SpendAddress> {
  if (range !== "month" && range !== "between") return { range, from: "", to: "" };
  const { start_date: from, end_date: to } = range === "month" ? daysOf("month", now) : shown;
  return { range: "between", from, to };
}

/** Two days from an address, which may hold anything: one that is no day is taken from the last 30. */
function daysBetween(from: string, to: string, now: number): Pick<SpendFilter, "start_date" | "end_date"> {
  const usual = daysOf("30", now);
  const end = isDay(to) ? to : usual.end_date;
  const start = isDay(from) ? from : usual.start_date;
  return start <= end ? { start_date: start, end_date: end } : { start_date: end, end_date: start };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

/** The UTC days of a range that ends today, or of the previous calendar month. */
function daysOf(range: Exclude<SpendRange, "between">, now: number): Pick<SpendFilter, "start_date" | "end_date"> {
  if (range !== "month") return { start_date: utcDay(now, Number(range) - 1), end_date: utcDay(now) };
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start_date: utcDay(Date.UTC(year, month - 1, 1)), end_date: utcDay(Date.UTC(year, month, 0)) };
}
