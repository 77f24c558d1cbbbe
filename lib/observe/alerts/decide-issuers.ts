import type { AlertChanges, AlertOpening, AlertResolution, OpenAlert } from "@/lib/alert";
import { alertThresholds, type AlertThresholds } from "@/lib/config/alerts/alert-thresholds";
import { bySubject } from "./by-subject";
import { listed } from "./listed";
import { moment } from "./moment";

/** What one process knows about an identity provider. Times are milliseconds since the epoch. */
export interface IssuerSignal {
  /** The address of its keys, or the issuer that is asked about opaque tokens. */
  readonly subject: string;
  /** Failures in a row; 0: the last attempt has succeeded. */
  readonly failures: number;
  readonly since: number | undefined;
  readonly lastSuccess: number | undefined;
  readonly error: string | undefined;
}

export interface IssuersQuestion {
  /** The signals of the last minute, from all processes. */
  readonly signals: readonly IssuerSignal[];
  /** The open alerts of this type. */
  readonly open: readonly OpenAlert[];
  /** The subjects of the configured identity providers. */
  readonly known: ReadonlySet<string>;
  /** For how long no process must have reached a provider, and how often they must have failed. Absent: as usual. */
  readonly thresholds?: Pick<AlertThresholds, "failures" | "seconds">;
  readonly now: number;
}

/**
 * Decides about identity providers that are down. A provider is down when no process has reached it for a minute since
 * the first failure and at least three attempts have failed, unless thresholds say otherwise. Its alert ends once a
 * process has reached it and none fails any more.
 */
export function decideIssuers({ signals, open, known, thresholds, now }: IssuersQuestion): AlertChanges {
  const { failures: least = 0, seconds = 0 } = alertThresholds("issuer_down", thresholds);
  const openings: AlertOpening[] = [];
  const resolutions: AlertResolution[] = [];
  const alerts = new Set(open.map(({ subject }) => subject));
  const signalsOf = bySubject(signals);
  for (const [subject, own] of signalsOf) {
    if (alerts.has(subject) || !known.has(subject)) continue;
    const failing = own.filter(({ failures }) => failures > 0);
    const failures = failing.reduce((sum, one) => sum + one.failures, 0);
    const since = Math.min(...failing.map((one) => one.since ?? now));
    const lastSuccess = latestSuccess(own);
    if (failures < least || now - Math.max(since, lastSuccess ?? 0) < seconds * 1_000) continue;
    const error = failing.find((one) => one.error !== undefined)?.error ?? "no answer";
    openings.push({
      type: "issuer_down",
      subject,
      level: 1,
      message: `Identity provider ${listed(subject)} is down: it has failed ${failures} times since ${moment(since)} (${listed(error)}). Tokens are accepted as long as its known keys may be used.`,
      facts: { issuer: subject, failures, since: moment(since), error: listed(error) },
    });
  }
  for (const alert of open) {
    const own = signalsOf.get(alert.subject) ?? [];
    if (!known.has(alert.subject))
      resolutions.push({ alert, message: `Identity provider ${listed(alert.subject)} is no longer configured.` });
    else if (own.every(({ failures }) => failures === 0) && (latestSuccess(own) ?? 0) > alert.openedAt)
      resolutions.push({ alert, message: `Identity provider ${listed(alert.subject)} answers again.` });
  }
  return { openings, resolutions };
}

function latestSuccess(signals: readonly IssuerSignal[]): number | undefined {
  const times = signals.flatMap(({ lastSuccess }) => lastSuccess ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
