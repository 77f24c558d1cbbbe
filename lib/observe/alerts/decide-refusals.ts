import type { AlertChanges, OpenAlert } from "@/lib/alert";

export interface RefusalsQuestion {
  /** How many requests for models the gateway has refused, over all nodes, in the last hour and in the hour before. */
  readonly lastHour: number;
  readonly hourBefore: number;
  /** The open alert of this type. */
  readonly open: OpenAlert | undefined;
}

const LEAST = 50;
const TIMES = 10;
/** An alert ends well below where it begins, so that it does not come and go. */
const LEAST_TO_STAY = 25;
const TIMES_TO_STAY = 5;

/**
 * Decides whether refusals surge: there are at least 50 in the last hour, and at least ten times as many as in the hour
 * before.
 */
export function decideRefusals({ lastHour, hourBefore, open }: RefusalsQuestion): AlertChanges {
  if (!open) {
    if (lastHour < LEAST || lastHour < TIMES * hourBefore) return { openings: [], resolutions: [] };
    const message = `The gateway has refused ${lastHour} requests in the last hour, after ${hourBefore} in the hour before. The refusals under Explain, or the log event "denied", say why.`;
    const facts = { refusals: lastHour, refusals_before: hourBefore };
    return { openings: [{ type: "refusals", subject: "all", level: 1, message, facts }], resolutions: [] };
  }
  if (lastHour >= LEAST_TO_STAY && lastHour >= TIMES_TO_STAY * hourBefore) return { openings: [], resolutions: [] };
  const message = `Refusals no longer surge: ${lastHour} in the last hour, ${hourBefore} in the hour before.`;
  return { openings: [], resolutions: [{ alert: open, message }] };
}
