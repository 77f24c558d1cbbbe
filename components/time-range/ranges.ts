/** The ranges of days that reports of spend offer. */
export const RANGES = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "to-date", label: "This month" },
  { value: "month", label: "Last month" },
  { value: "between", label: "Custom days…" },
] as const;
export type SpendRange = (typeof RANGES)[number]["value"];
