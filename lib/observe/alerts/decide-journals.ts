import type { AlertChanges, OpenAlert } from "@/lib/alert";
import { listed } from "./listed";

export interface JournalSignal {
  /** The name of the node. */
  readonly subject: string;
  /** Why its journal cannot be written. */
  readonly fault: string;
}

/** Decides about nodes whose spend journal cannot be written, by the signals of their processes in the last minute. */
export function decideJournals(signals: readonly JournalSignal[], open: readonly OpenAlert[]): AlertChanges {
  const failing = new Map(signals.map((signal) => [signal.subject, signal]));
  const alerts = new Set(open.map(({ subject }) => subject));
  const openings = [...failing.values()]
    .filter(({ subject }) => !alerts.has(subject))
    .map(({ subject, fault }) => ({
      type: "journal" as const,
      subject,
      level: 1,
      message: `The spend journal of node ${listed(subject)} cannot be written: ${listed(fault)}`,
      facts: { node: subject, fault: listed(fault) },
    }));
  const resolutions = open
    .filter(({ subject }) => !failing.has(subject))
    .map((alert) => ({ alert, message: `The spend journal of node ${listed(alert.subject)} is written again.` }));
  return { openings, resolutions };
}
