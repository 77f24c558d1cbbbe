import type { AccessRequest, Decision, Identity, IdentityFault, VerifiedToken } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import { fingerprintOf, reduceIdentity } from "@/lib/auth/replay-identity";
import type { Settings } from "@/lib/config/schema";
import type { Database } from "@/lib/store/database";
import { pruneRecordedDecisions, writeRecordedDecisions } from "@/lib/store/record/recorded-decisions";
import { refusesRows } from "@/lib/store/calls/calls";
import { createBackgroundWriter } from "./background-writer";
import { PendingDecisions, type RecordedCaller } from "@/lib/auth/pending-decisions";
import type { Logger } from "@/lib/log";
import { startPruner } from "@/lib/time/io/pruner";

/** Records who asked for what, so that a draft of settings can be tried on real traffic. */
export interface DecisionRecorder {
  /** Counts one decision in memory, without waiting and without failing. */
  record(token: VerifiedToken, identity: Identity | IdentityFault, request: AccessRequest, decision: Decision): void;
  /** Writes this process's counts to the database now. Resolves when that has succeeded or failed; never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface DecisionRecorderOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock by which rows grow too old, in milliseconds since the epoch; see `pruningClock`. Default: `now`. */
  readonly agedBy?: () => Promise<number>;
  readonly settings: () => Settings;
}

const FLUSH_INTERVAL_MS = 5_000;
/** The shortest time between two writes while much waits, in milliseconds. */
const HURRIED_INTERVAL_MS = 250;
/** How much may wait in memory. */
const LIMITS = { callers: 2_000, decisionsPerCaller: 100, decisions: 20_000 };

/**
 * Counts in memory, writes every five seconds in one statement, sooner when many callers come at once, and deletes
 * counts older than `decision_retention_days` every hour.
 */
export function createDecisionRecorder({
  database,
  log,
  now,
  agedBy = async () => now(),
  settings,
}: DecisionRecorderOptions): DecisionRecorder {
  const pending = new PendingDecisions(LIMITS);
  let hurriedAt = -Infinity;
  /**
   * By objects that are the same for every call of a caller: the identity in a remembered answer, which tokens that are
   * read alike share, a remembered token's claims, or a cached key's row.
   */
  const callers = new WeakMap<
    object,
    { readonly settings: Settings; readonly organizationId: string | undefined; readonly caller: RecordedCaller }
  >();
  const writer = createBackgroundWriter({
    intervalMs: FLUSH_INTERVAL_MS,
    write,
    failureEvent: "decisions.not_written",
    log,
  });
  const pruner = startPruner({
    prune: async () =>
      pruneRecordedDecisions(database, {
        now: await agedBy(),
        keptDays: settings().general.decision_retention_days,
      }),
    onFailure: (error) => log.warn("decisions.not_pruned", { error: String(error) }),
  });

  function callerOf(token: VerifiedToken, identity: Identity): RecordedCaller | undefined {
    if (token.kind === "master-key") return undefined;
    const source = token.kind === "jwt" ? token.claims : token.key;
    const current = settings();
    const known = callers.get(identity) ?? callers.get(source);
    // A token that names several organisations is a caller for each that it chooses.
    if (known?.settings === current && known.organizationId === identity.organizationId) return known.caller;
    const reduced = reduceIdentity(identity, current.jwtAuth);
    if (!reduced) return undefined;
    const caller = { fingerprint: fingerprintOf(reduced), identity: reduced };
    const remembered = { settings: current, organizationId: identity.organizationId, caller };
    callers.set(identity, remembered).set(source, remembered);
    return caller;
  }

  async function write(): Promise<void> {
    const dropped = pending.takeDropped();
    const taken = pending.take();
    try {
      const unwritten = await writeRecordedDecisions(database, taken);
      if (dropped + unwritten > 0) log.warn("decisions.not_recorded", { decisions: dropped, kinds: unwritten });
    } catch (error) {
      if (!refusesRows(error)) pending.putBack(taken);
      throw error;
    }
  }

  return {
    record(token, identity, request, decision) {
      if (isFault(identity) || settings().general.decision_retention_days === 0) return;
      const caller = callerOf(token, identity);
      if (!caller) return;
      const at = now();
      pending.add(caller, request, decision.allow ? "allow" : decision.code, at);
      if (pending.isFilling && at - hurriedAt >= HURRIED_INTERVAL_MS) {
        hurriedAt = at;
        void writer.flush();
      } else writer.schedule();
    },
    flush: writer.flush,
    async close() {
      await Promise.all([pruner.close(), writer.close()]);
    },
  };
}
