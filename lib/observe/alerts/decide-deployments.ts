import type { AlertChanges, AlertOpening, AlertResolution, OpenAlert } from "@/lib/alert";
import { alertThresholds, type AlertThresholds } from "@/lib/config/alerts/alert-thresholds";
import type { TrafficMinute, TrafficOutcome } from "@/lib/traffic-minute";
import { bySubject } from "./by-subject";
import { listed } from "./listed";
import { moment } from "./moment";

/** A minute of a deployment over all nodes. */
type DeploymentMinute = Pick<TrafficMinute, "deployment" | "outcome" | "count" | "firstAt" | "lastAt">;

export interface DeploymentsQuestion {
  /** The minutes of the last quarter of an hour. */
  readonly minutes: readonly DeploymentMinute[];
  /** The open alerts of this type. */
  readonly open: readonly OpenAlert[];
  /** The names of the deployments in the settings, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** How long a deployment must have served nothing, and how often it must have failed meanwhile. Absent: as usual. */
  readonly thresholds?: Pick<AlertThresholds, "failures" | "seconds">;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A refusal of what the caller sent shows that the upstream works. */
const SUCCESSES: ReadonlySet<TrafficOutcome> = new Set(["served", "declined"]);
const FAILURES: ReadonlySet<TrafficOutcome> = new Set(["failed", "retried"]);

/**
 * Decides about deployments that are down. A deployment is down when none of its attempts has succeeded for a minute
 * since the first failure and at least three have failed, unless thresholds say otherwise. Its alert ends with the
 * first success, or when the settings have dropped it.
 */
export function decideDeployments({ minutes, open, names, thresholds, now }: DeploymentsQuestion): AlertChanges {
  const { failures: least = 0, seconds = 0 } = alertThresholds("deployment_down", thresholds);
  const openings: AlertOpening[] = [];
  const resolutions: AlertResolution[] = [];
  const alerts = new Map(open.map((alert) => [alert.subject, alert]));
  const byDeployment = bySubject(minutes.map((minute) => ({ subject: minute.deployment, ...minute })));
  for (const [deployment, own] of byDeployment) {
    const name = names.get(deployment);
    if (deployment === "" || name === undefined || alerts.has(deployment)) continue;
    const { failures, since, lastSuccess } = stateOf(own);
    if (failures < least || now - since < seconds * 1_000) continue;
    const before = lastSuccess === undefined ? "" : ` Its last success was at ${moment(lastSuccess)}.`;
    openings.push({
      type: "deployment_down",
      subject: deployment,
      level: 1,
      message: `Deployment ${listed(deployment)} (${listed(name)}) is down: it has failed ${failures} times since ${moment(since)} and served no call.${before}`,
      facts: {
        deployment,
        model: name,
        failures,
        since: moment(since),
        last_success: lastSuccess === undefined ? null : moment(lastSuccess),
      },
    });
  }
  for (const alert of open) {
    const { lastSuccess } = stateOf(byDeployment.get(alert.subject) ?? []);
    if (!names.has(alert.subject))
      resolutions.push({ alert, message: `Deployment ${listed(alert.subject)} is no longer in the model list.` });
    else if (lastSuccess !== undefined && lastSuccess > alert.openedAt)
      resolutions.push({
        alert,
        message: `Deployment ${listed(alert.subject)} serves calls again, since ${moment(lastSuccess)}.`,
      });
  }
  return { openings, resolutions };
}

/** The failures since the last success. A row that began before that success counts as one failure. */
function stateOf(minutes: readonly DeploymentMinute[]): {
  readonly failures: number;
  readonly since: number;
  readonly lastSuccess: number | undefined;
} {
  let lastSuccess: number | undefined;
  for (const { outcome, lastAt } of minutes)
    if (SUCCESSES.has(outcome)) lastSuccess = Math.max(lastSuccess ?? lastAt, lastAt);
  const after = lastSuccess ?? Number.NEGATIVE_INFINITY;
  let failures = 0;
  let since = Number.POSITIVE_INFINITY;
  for (const { outcome, count, firstAt, lastAt } of minutes) {
    if (!FAILURES.has(outcome) || lastAt <= after) continue;
    failures += firstAt > after ? count : 1;
    since = Math.min(since, firstAt > after ? firstAt : lastAt);
  }
  return { failures, since, lastSuccess };
}
