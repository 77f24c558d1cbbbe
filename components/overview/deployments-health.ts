import { formatCount } from "@/components/api/format";
import { type EntryHealth, entryHealth, failureText } from "@/components/models/entry-health";
import { canLeaveRotation, isOutOfRotation } from "@/components/models/rotation/rotation";
import { entityAddress } from "@/components/shared/entity-address";
import type { LastHourById } from "@/components/shared/use-last-hour";
import { counted } from "@/components/shared/wording";
import type { IncidentImpact, IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";
import type { ModelView } from "@/lib/wire/model";
import { clockTime, listed, type PartHealth, sum } from "./health";

/** A deployment as the verdict speaks of it. */
export interface DeploymentState {
  readonly id: string;
  /** The name that `deploymentNames` gives it. */
  readonly name: string;
  readonly health: EntryHealth;
  /** When its latest failures began: ISO 8601, within six hours. */
  readonly since: string | null;
  /** Why the last attempt failed, in words. */
  readonly lastError: string | null;
  /** Calls that failed with it in the last hour. */
  readonly lost: number;
  /** Attempts at it in the last hour that failed and were followed by another, there or elsewhere. */
  readonly retried: number;
  /** What its latest failures cost, since they began; undefined: not known. */
  readonly impact?: IncidentImpact | undefined;
  /** What served most of the calls that had failed there; undefined: nothing, or not known. */
  readonly servedBy?: string | undefined;
  /** Whether it can be taken out of rotation, because another one serves the same name. */
  readonly canLeave?: boolean;
}

/** The health of all deployments together. A failing or unusable one is bad, a degraded or cooling one a warning. */
export function deploymentsHealth(deployments: readonly DeploymentState[]): PartHealth {
  const those = (...words: EntryHealth["word"][]): DeploymentState[] =>
    deployments.filter(({ health }) => words.includes(health.word));
  const [serving, idle] = [those("Serving").length, those("No calls").length];
  const [down, weak] = [those("Failing", "Unusable"), those("Degraded", "Cooling down")];
  const note = [
    ...(down.length + weak.length > 0 ? [`${formatCount(serving)} serving`] : []),
    ...(down.length > 0 && weak.length > 0 ? [`${formatCount(weak.length)} degraded`] : []),
    ...(idle > 0 ? [`${formatCount(idle)} without calls`] : []),
  ].join(", ");
  if (down.length > 0) return { tone: "bad", value: `${down.length} failing`, note, ...faultOf(down, "failing") };
  if (weak.length > 0) return { tone: "warn", value: `${weak.length} degraded`, note, ...faultOf(weak, "degraded") };
  if (deployments.length === 0)
    return {
      tone: "neutral",
      value: "None",
      note: "no model yet",
      fault: "No model is configured, so no call is served",
    };
  if (serving === 0) return { tone: "neutral", value: "No calls", note: "in the last hour" };
  return { tone: "good", value: `${formatCount(serving)} serving`, note: note || "all of them" };
}

const STATES: Readonly<Record<EntryHealth["word"], string>> = {
  Failing: "failing",
  Unusable: "unusable",
  Degraded: "degraded",
  "Cooling down": "on cooldown",
  Serving: "serving",
  "No calls": "without calls",
};

/**
 * A single deployment with since when, why and what it cost, several as a number: `x of house has been failing since
 * 13:05 UTC: HTTP 500; 30 calls of 12 callers lost, 12 attempts retried, y took over`.
 */
function faultOf(
  deployments: readonly DeploymentState[],
  word: "failing" | "degraded",
): Pick<PartHealth, "fault" | "act" | "leaves"> {
  const [first, ...others] = deployments;
  if (!first) return {};
  if (others.length > 0)
    return { fault: `${listed(deployments.map((one) => one.name))} are ${word}${costOfHour(deployments)}` };
  const { id, name, health, since, lastError } = first;
  if (health.word === "Unusable") return { fault: `${name} cannot be used: ${health.because}` };
  const because = lastError === null ? "" : `: ${inSentence(lastError)}`;
  const state = STATES[health.word];
  return {
    fault: `${name} ${since === null ? `is ${state}` : `has been ${state} since ${clockTime(since)}`}${because}${costOf(first)}`,
    act:
      first.lost > 0
        ? { words: "See calls", href: `/console/requests?deployment=${encodeURIComponent(id)}&status=error` }
        : { words: "See deployment", href: entityAddress("deployment", id) },
    ...(first.canLeave && { leaves: id }),
  };
}

/** What failing deployments cost callers in the last hour; empty if nothing. */
function costOfHour(deployments: readonly DeploymentState[]): string {
  const lost = sum(deployments.map((one) => one.lost));
  const retried = sum(deployments.map((one) => one.retried));
  const parts = lostAndRetried(lost, null, retried);
  return parts.length === 0 ? "" : `; in the last hour ${parts.join(", ")}`;
}

/** What a deployment cost callers since it began to fail, if that is known. */
function costOf(deployment: DeploymentState): string {
  const { impact, servedBy } = deployment;
  if (!impact) return costOfHour([deployment]);
  const { lost_calls: lost, failed_attempts: failed, lost_callers: callers } = impact;
  const parts = lostAndRetried(lost, callers, failed - lost);
  return `; ${[...parts, ...(servedBy === undefined ? [] : [`${servedBy} took over`])].join(", ")}`;
}

function lostAndRetried(lost: number, callers: number | null, retried: number): string[] {
  const whose = callers ? ` of ${counted(callers, "caller")}` : "";
  return [
    ...(lost > 0 ? [`${counted(lost, "call")}${whose} lost`] : []),
    ...(retried > 0 ? [`${counted(retried, "attempt")} retried`] : []),
  ];
}

/** Words in lower case for the middle of a sentence: "No connection" as "no connection", but "HTTP 500" unchanged. */
function inSentence(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/**
 * A name that distinguishes each entry: its upstream model and its `model_name`, with its id where two entries share
 * both.
 */
export function deploymentNames(
  entries: readonly { readonly id: string; readonly model_name: string; readonly upstream_model: string }[],
): string[] {
  const nameOf = ({ model_name: name, upstream_model: upstream }: (typeof entries)[number]): string =>
    name === upstream ? name : `${upstream} of ${name}`;
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(nameOf(entry), (counts.get(nameOf(entry)) ?? 0) + 1);
  return entries.map((entry) => {
    const name = nameOf(entry);
    return (counts.get(name) ?? 0) > 1 ? `${name} (${entry.id})` : name;
  });
}

/**
 * The deployments as the verdict speaks of them. `moments`: those of the timeline. What is out of rotation serves
 * nobody, so its failures do not count.
 */
export function statesOf(
  entries: readonly ModelView[],
  byId: LastHourById,
  moments: readonly IncidentMoment[] = [],
): DeploymentState[] {
  const names = deploymentNames(entries);
  const healthOf = (entry: ModelView): EntryHealth =>
    isOutOfRotation(entry, entries) ? OUT : entryHealth(entry, byId.get(entry.id));
  const isDown = (entry: ModelView): boolean => healthOf(entry).tone === "bad";
  return entries.map((entry, at) => {
    const recent = byId.get(entry.id);
    const health = healthOf(entry);
    const state: DeploymentState = {
      id: entry.id,
      name: names[at] ?? entry.id,
      health,
      since: recent?.failing_since ?? null,
      lastError: recent?.last_failure ? failureText(recent.last_failure.failure) : null,
      lost: recent?.failed ?? 0,
      retried: recent?.retried ?? 0,
    };
    // The list may be long, and the rest is told of what fails alone.
    if (health.tone !== "bad" && health.tone !== "warn") return state;
    const failures = moments.find(({ kind, entity_id: id }) => kind === "failures" && id === entry.id);
    const impact = failures?.impact ?? undefined;
    return {
      ...state,
      impact,
      servedBy: servedBy(impact, entry),
      canLeave: canLeaveRotation(entry, entries, isDown),
    };
  });
}

const OUT: EntryHealth = { word: "No calls", tone: "neutral", because: "Out of rotation" };

/** What took most calls over: a fallback by its name, another deployment of the same name by its upstream model. */
function servedBy(impact: IncidentImpact | undefined, { model_name: own }: ModelView): string | undefined {
  const most = impact?.taken_over_by[0];
  if (!most) return undefined;
  return (most.name === own ? most.upstream_model : most.name) ?? most.deployment;
}
