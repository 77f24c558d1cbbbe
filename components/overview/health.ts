import { formatCount, formatPercent } from "@/components/api/format";
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
  /** The id of the deployment that may be taken out of rotation, because it alone is at fault. */
  readonly leaves?: string;
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

/** `13:05 UTC`. Times of the last hours need no date. */
export function clockTime(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
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
  readonly leaves?: PartHealth["leaves"];
}

const RANKS: Readonly<Record<PartHealth["tone"], number>> = { bad: 0, warn: 1, neutral: 2, good: 3 };

const ALL_READ: Pick<ReadFaults, "sentences" | "isAllKnown"> = { sentences: [], isAllKnown: true };

/** The verdict on all parts together. While a part could not be read, nobody knows whether the gateway is healthy. */
export function verdictOf(parts: readonly PartHealth[], unread: typeof ALL_READ = ALL_READ): Verdict {
  const ranked = [...parts].sort((a, b) => RANKS[a.tone] - RANKS[b.tone]);
  const faults = [...ranked.flatMap(({ fault }) => fault ?? []), ...unread.sentences];
  const worst = ranked[0]?.tone ?? "neutral";
  const leading = ranked.find((part) => part.tone === worst && part.act !== undefined);
  const next = {
    ...(leading?.act && { act: leading.act }),
    ...(leading?.leaves !== undefined && { leaves: leading.leaves }),
  };
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

/** What numbers add up to. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** `a`, `a and b`, `a and 2 others`. */
export function listed(names: readonly string[]): string {
  const [first = "", second] = names;
  if (names.length === 1) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} others`;
}
