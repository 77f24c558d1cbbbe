import type { AlertType } from "@/lib/alert";

/** A number at which an alert opens. */
interface AlertThreshold {
  readonly name: AlertThresholdName;
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** The only values that it may have; absent: every whole number between the ends. */
  readonly choices?: readonly number[];
}

type AlertThresholdName = "percent" | "failures" | "seconds" | "requests" | "times";

/** The thresholds of an alert, by name. */
export type AlertThresholds = Readonly<Partial<Record<AlertThresholdName, number>>>;

const failures = {
  name: "failures",
  usual: 3,
  least: 1,
  most: 10_000,
} as const;

/** The thresholds that administrators may set, by the type of the alert. The other types have none. */
export const ALERT_THRESHOLDS: Readonly<Partial<Record<AlertType, readonly AlertThreshold[]>>> = {
  max_budget: [
    {
      name: "percent",
      usual: 50,
      least: 50,
      most: 100,
      choices: [50, 80, 100],
    },
  ],
  deployment_down: [
    failures,
    // Failures are looked for in the last 15 minutes.
    { name: "seconds", usual: 60, least: 10, most: 600 },
  ],
  issuer_down: [failures, { name: "seconds", usual: 60, least: 10, most: 3_600 }],
  database_away: [{ name: "seconds", usual: 30, least: 10, most: 3_600 }],
  refusals: [
    { name: "requests", usual: 50, least: 2, most: 1_000_000 },
    { name: "times", usual: 10, least: 2, most: 1_000 },
  ],
};

/** The thresholds of a type: those that were set, and the usual ones for the others. */
export function alertThresholds(type: AlertType, set: AlertThresholds = {}): AlertThresholds {
  return Object.fromEntries((ALERT_THRESHOLDS[type] ?? []).map(({ name, usual }) => [name, set[name] ?? usual]));
}

/** Why thresholds cannot be those of a type, in a sentence; undefined: they can. */
export function thresholdFault(type: AlertType, set: AlertThresholds): string | undefined {
  const known = ALERT_THRESHOLDS[type] ?? [];
  for (const [name, value] of Object.entries(set)) {
    const threshold = known.find((one) => one.name === name);
    if (!threshold) return `${type} has no threshold ${name}.`;
    const { least, most, choices } = threshold;
    if (choices && !choices.includes(value)) return `${name} must be one of ${choices.join(", ")}.`;
    if (value < least || value > most) return `${name} must be from ${least} to ${most}.`;
  }
  return undefined;
}
