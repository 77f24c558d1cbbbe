import { formatCount, formatPercent } from "@/components/api/format";
import type { EntryHealth } from "@/components/models/entry-health";
import { journalTrouble } from "@/components/sentences/journal-text";
import { isNotFetched } from "@/components/providers/not-fetched";
import type { Tone } from "@/components/ui/badge";
import type { LastHour, MissingNode, NodeView } from "@/lib/wire/contracts/health";
import type { JournalView } from "@/lib/wire/contracts/journal";
import type { IdentityProvider } from "@/lib/wire/contracts/provider-keys";
import type { Readiness } from "@/lib/wire/contracts/public";
import type { ReadFaults } from "./read-faults";

/** The health of one part of the gateway. */
export interface PartHealth {
  readonly tone: Extract<Tone, "good" | "warn" | "bad" | "neutral">;
  readonly value: string;
  readonly note: string;
  /** What the verdict says about the part; absent: nothing is wrong. */
  readonly fault?: string;
  /** Where the verdict leads to: what is wrong, call by call. */
  readonly act?: { readonly words: string; readonly href: string };
  /** What the verdict says while nothing is wrong. Without calls, nobody knows whether they would be served. */
  readonly silence?: { readonly words: string; readonly isWhole: boolean };
}

const RECENT_MINUTES = 5;
const FAILING_SHARE = 0.5;
const WARNING_SHARE = 0.05;

/** The health of the calls of the last five minutes. A refusal by the gateway is not a failure. */
export function trafficHealth({ calls }: Pick<LastHour, "calls">): PartHealth {
  const recent = (counts: readonly number[]): number => sum(counts.slice(-RECENT_MINUTES));
  const [served, refused, failed] = [recent(calls.served), recent(calls.refused), recent(calls.failed)];
  const all = served + refused + failed + recent(calls.cancelled);
  if (all === 0) {
    const hour = sum(Object.values(calls).map(sum));
    if (hour === 0)
      return {
        tone: "neutral",
        value: "No calls",
        note: "in the last hour",
        silence: { words: "No call came in the last hour", isWhole: true },
      };
    const quiet = `${silentMinutes(calls)} min`;
    return {
      tone: "neutral",
      value: "No calls",
      note: `for ${quiet}`,
      silence: { words: `No call for ${quiet}, ${formatCount(hour)} in the last hour`, isWhole: false },
    };
  }
  const share = served + failed === 0 ? 0 : failed / (served + failed);
  const tone = share >= FAILING_SHARE ? "bad" : share >= WARNING_SHARE ? "warn" : "good";
  const notes = [
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ];
  return {
    tone,
    value: `${formatCount(all)} in 5 min`,
    note: notes.length === 0 ? "all served" : notes.join(", "),
    ...(tone !== "good" && { fault: `${formatPercent(share)} of the latest calls failed` }),
  };
}

/** For how many minutes no call has ended. */
function silentMinutes(calls: LastHour["calls"]): number {
  const all = calls.served.map((_, minute) => sum(Object.values(calls).map((counts) => counts[minute] ?? 0)));
  return all.length - 1 - all.findLastIndex((count) => count > 0);
}

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
 * 13:05 UTC: HTTP 500; in the last hour 30 calls lost, 12 attempts retried`.
 */
function faultOf(
  deployments: readonly DeploymentState[],
  word: "failing" | "degraded",
): Pick<PartHealth, "fault" | "act"> {
  const [first, ...others] = deployments;
  if (!first) return {};
  const impact = impactOf(deployments);
  if (others.length > 0) return { fault: `${listed(deployments.map((one) => one.name))} are ${word}${impact}` };
  const { id, name, health, since, lastError } = first;
  if (health.word === "Unusable") return { fault: `${name} cannot be used: ${health.because}` };
  const because = lastError === null ? "" : `: ${inSentence(lastError)}`;
  const state = STATES[health.word];
  return {
    fault: `${name} ${since === null ? `is ${state}` : `has been ${state} since ${clockTime(since)}`}${because}${impact}`,
    ...(first.lost > 0 && {
      act: { words: "See calls", href: `/console/requests?deployment=${encodeURIComponent(id)}&status=error` },
    }),
  };
}

/** What failing deployments cost callers in the last hour; empty if nothing. */
function impactOf(deployments: readonly DeploymentState[]): string {
  const lost = sum(deployments.map((one) => one.lost));
  const retried = sum(deployments.map((one) => one.retried));
  const parts = [
    ...(lost > 0 ? [`${formatCount(lost)} ${lost === 1 ? "call" : "calls"} lost`] : []),
    ...(retried > 0 ? [`${formatCount(retried)} ${retried === 1 ? "attempt" : "attempts"} retried`] : []),
  ];
  return parts.length === 0 ? "" : `; in the last hour ${parts.join(", ")}`;
}

/** Words in lower case for the middle of a sentence: "No connection" as "no connection", but "HTTP 500" unchanged. */
function inSentence(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** `13:05 UTC`. Times of the last hours need no date. */
export function clockTime(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
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

/** The health of identity providers. One without usable keys is bad, unless its keys were never needed. */
export function issuersHealth(providers: readonly IdentityProvider[]): PartHealth {
  if (providers.length === 0) return { tone: "neutral", value: "None", note: "callers have keys only" };
  const idle = providers.filter(isNotFetched);
  const down = providers.filter((provider) => !provider.usable && !isNotFetched(provider));
  const stale = providers.filter(({ usable, stale: old, last_error: error }) => usable && (old || error !== null));
  const usable = providers.length - idle.length - down.length;
  const note = idle.length === 0 ? "keys are known" : `${idle.length} not fetched yet`;
  const nameOf = ({ issuer, url }: IdentityProvider): string => issuer ?? url;
  if (down.length > 0)
    return {
      tone: "bad",
      value: `${down.length} without keys`,
      note,
      fault: `No token of ${listed(down.map(nameOf))} can be verified`,
    };
  if (stale.length > 0)
    return {
      tone: "warn",
      value: `${stale.length} not reached`,
      note: "known keys go on",
      fault: `${listed(stale.map(nameOf))} did not answer the last fetch of keys`,
    };
  if (usable === 0) return { tone: "neutral", value: "Not fetched yet", note: "with the first token" };
  return { tone: "good", value: `${usable} usable`, note };
}

/** The health of the journal of the node that answers. `isAlone`: there is no other node. */
export function journalHealth(journal: JournalView, isAlone = true): PartHealth {
  const { fault, in_memory_alone: inMemory, set_aside: setAside, open, waiting } = journal;
  const note = `${isAlone ? "" : "this node: "}${formatCount(open)} in flight, ${formatCount(waiting)} waiting`;
  if (fault !== null) {
    const { short, what } = journalTrouble(fault);
    return { tone: "bad", value: "Down", note: short, fault: what };
  }
  if (inMemory > 0)
    return { tone: "warn", value: "Disk full?", note, fault: "Finished calls could not be written to the journal" };
  if (setAside.length > 0)
    return { tone: "warn", value: "Quarantined", note, fault: "Records of the journal could not be booked" };
  return { tone: "good", value: "Healthy", note };
}

/** The health of the nodes. `missing`: nodes that went silent without having ended. */
export function nodesHealth(
  nodes: readonly NodeView[],
  readiness: Readiness,
  missing: readonly MissingNode[] = [],
): PartHealth {
  const { database, change_feed: feed, encryption, warnings } = readiness;
  const versions = new Set(nodes.map(({ version }) => version));
  const value = `${nodes.length} ${nodes.length === 1 ? "node" : "nodes"}`;
  const note = versions.size > 1 ? `${versions.size} versions` : `version ${[...versions][0] ?? readiness.version}`;
  if (database !== "ok") return { tone: "bad", value, note: "database away", fault: "The database cannot be reached" };
  if (encryption !== "ok") return { tone: "bad", value, note: "wrong key", fault: encryption };
  const [gone] = missing;
  if (gone) {
    const fault =
      missing.length === 1
        ? `Node ${gone.name} has been silent since ${clockTime(gone.seen_at)}`
        : `${missing.length} nodes have been silent, the first since ${clockTime(gone.seen_at)}`;
    return {
      tone: "warn",
      value: `${nodes.length} of ${nodes.length + missing.length} nodes`,
      note: `${missing.length} silent`,
      fault,
    };
  }
  if (feed !== "connected")
    return {
      tone: "warn",
      value,
      note: `change feed ${feed}`,
      fault: "This node does not receive the changes of other nodes",
    };
  const [first] = warnings;
  if (first !== undefined) return { tone: "warn", value, note: "they differ", fault: first };
  return { tone: "good", value, note };
}

/** The health of budgets. `total`: those at 80% or more, or past their warning. `usedUp`: those with nothing left. */
export function budgetsHealth(total: number, usedUp = 0): PartHealth {
  if (total === 0) return { tone: "good", value: "All", note: "within budget" };
  const near = total - usedUp;
  const runOut = `${formatCount(near)} ${near === 1 ? "budget is" : "budgets are"} about to run out`;
  if (usedUp === 0)
    return { tone: "warn", value: `${formatCount(total)} near`, note: "80% or more is spent", fault: runOut };
  const isOver = `${formatCount(usedUp)} ${usedUp === 1 ? "budget is" : "budgets are"} used up`;
  return {
    tone: "warn",
    value: `${formatCount(usedUp)} used up`,
    note: near === 0 ? "calls are refused" : `${formatCount(near)} more from 80% on`,
    fault: near === 0 ? isOver : `${isOver}, ${formatCount(near)} more about to run out`,
  };
}

export interface Verdict {
  readonly tone: PartHealth["tone"];
  readonly title: string;
  /** The faults, the worst first; or a word about silence. */
  readonly faults: readonly string[];
  /** Where the worst faults lead to, if they lead anywhere. */
  readonly act?: PartHealth["act"];
}

const RANKS: Readonly<Record<PartHealth["tone"], number>> = { bad: 0, warn: 1, neutral: 2, good: 3 };

const ALL_READ: Pick<ReadFaults, "sentences" | "isAllKnown"> = { sentences: [], isAllKnown: true };

/** The verdict on all parts together. While a part could not be read, nobody knows whether the gateway is healthy. */
export function verdictOf(parts: readonly PartHealth[], unread: typeof ALL_READ = ALL_READ): Verdict {
  const ranked = [...parts].sort((a, b) => RANKS[a.tone] - RANKS[b.tone]);
  const faults = [...ranked.flatMap(({ fault }) => fault ?? []), ...unread.sentences];
  const worst = ranked[0]?.tone ?? "neutral";
  const act = ranked.find((part) => part.tone === worst && part.act !== undefined)?.act;
  const next = act === undefined ? {} : { act };
  if (worst === "bad") return { tone: "bad", title: "Needs attention", faults, ...next };
  if (unread.sentences.length > 0)
    return { tone: "warn", title: unread.isAllKnown ? "Not up to date" : "Some data is unavailable", faults };
  if (worst === "warn") return { tone: "warn", title: "Working, with warnings", faults, ...next };
  // A part that nobody has set up yet is neither a fault nor healthy.
  if (faults.length > 0) return { tone: "neutral", title: "Not set up yet", faults };
  const silence = parts.find((part) => part.silence)?.silence;
  if (silence?.isWhole) return { tone: "neutral", title: "Idle", faults: [silence.words] };
  return { tone: "good", title: "Healthy", faults: silence ? [silence.words] : [] };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function listed(names: readonly string[]): string {
  const [first = "", second] = names;
  if (names.length === 1) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} others`;
}
