/** Which requests have a line in the log: `problems` are those that were refused, failed, broke off or were slow. */
export const ACCESS_LINES = ["all", "problems", "off"] as const;
export type AccessLines = (typeof ACCESS_LINES)[number];
