import type { AlertChanges, OpenAlert } from "@/lib/alert";
import { bySubject } from "./by-subject";
import { listed } from "./listed";
import { moment } from "./moment";

/** A deployment that has served calls without a price. */
export interface UnpricedSignal {
  /** The id of the deployment. */
  readonly subject: string;
  readonly provider: string;
  /** One of its upstream models without a price, the latest. */
  readonly model: string;
  /** The time of its last such call, in milliseconds since the epoch. */
  readonly lastAt: number;
}

export interface UnpricedQuestion {
  /** The signals of the last day, from all processes. */
  readonly signals: readonly UnpricedSignal[];
  /** The open alerts of this type. */
  readonly open: readonly OpenAlert[];
  /** Whether a deployment has a price for an upstream model now; undefined: there is no such deployment. */
  readonly isPriced: (deployment: string, model: string) => boolean | undefined;
  readonly now: number;
}

/** An alert ends when no call has been unpriced for this long. */
const QUIET_MS = 86_400_000;

/**
 * Decides about deployments with unpriced calls: an alert lasts from the first such call until its models have prices,
 * or until a day has passed without such a call.
 */
export function decideUnpriced({ signals, open, isPriced, now }: UnpricedQuestion): AlertChanges {
  const alerts = new Set(open.map(({ subject }) => subject));
  const signalsOf = bySubject(signals);
  const openings = [...signalsOf].flatMap(([subject, own]) => {
    const unpriced = own.filter(({ model, lastAt }) => now - lastAt < QUIET_MS && isPriced(subject, model) === false);
    const [first] = unpriced;
    if (!first || alerts.has(subject)) return [];
    const name = `${first.provider}/${first.model}`;
    return [
      {
        type: "unpriced" as const,
        subject,
        level: 1,
        message: `Deployment ${listed(subject)} serves calls of ${listed(name)} without a known price. They are counted as unpriced; add a price under Models.`,
        facts: { deployment: subject, model: listed(name), last_call: moment(first.lastAt) },
      },
    ];
  });
  const resolutions = open.flatMap((alert) => {
    const own = signalsOf.get(alert.subject) ?? [];
    if (own.some(({ model, lastAt }) => now - lastAt < QUIET_MS && isPriced(alert.subject, model) === false)) return [];
    return [{ alert, message: `Deployment ${listed(alert.subject)} has no more calls without a price.` }];
  });
  return { openings, resolutions };
}
