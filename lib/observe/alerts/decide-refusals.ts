import type { AlertChanges, OpenAlert } from "@/lib/alert";
import { alertThresholds, type AlertThresholds } from "@/lib/config/alerts/alert-thresholds";

export interface RefusalsQuestion {
  /** How many requests for models the gateway has refused, over all nodes, in the last hour and in the hour before. */
  readonly lastHour: number;
  readonly hourBefore: number;
  /** The open alert of this type. */
  readonly open: OpenAlert | undefined;
  /** How many refusals a surge has at least, and how many times as many as before. Absent: as usual. */
  readonly thresholds?: Pick<AlertThresholds, "requests" | "times">;
}

/**
 * Decides whether refusals surge: usually if there are at least 50 in the last hour, and at least ten times as many as
 * in the hour before.
 */
export function decideRefusals({ lastHour, hourBefore, open, thresholds }: RefusalsQuestion): AlertChanges {
  const { requests = 0, times = 0 } = alertThresholds("refusals", thresholds);
  if (!open) {
    if (lastHour < requests || lastHour < times * hourBefore) return { openings: [], resolutions: [] };
    const message = `The gateway has refused ${lastHour} requests in the last hour, after ${hourBefore} in the hour before. The refusals under Explain, or the log event "denied", say why.`;
    const facts = { refusals: lastHour, refusals_before: hourBefore };
    return { openings: [{ type: "refusals", subject: "all", level: 1, message, facts }], resolutions: [] };
  }
  // An alert ends well below where it begins, so that it does not come and go.
  if (lastHour >= requests / 2 && lastHour >= (times / 2) * hourBefore) return { openings: [], resolutions: [] };
  const message = `Refusals no longer surge: ${lastHour} in the last hour, ${hourBefore} in the hour before.`;
  return { openings: [], resolutions: [{ alert: open, message }] };
}
