import { askedName } from "./asked-name";
import type { AccessRequest } from "./decision";
import type { ReplayIdentity } from "./replay-identity";
import { isEntityId } from "@/lib/entity-id";
import type { ErrorCode } from "@/lib/errors";

/** A caller as it is recorded. */
export interface RecordedCaller {
  readonly fingerprint: string;
  readonly identity: ReplayIdentity;
}

/** How often a caller asked for the same thing with the same outcome. Times are milliseconds since the epoch. */
export interface CountedDecision {
  readonly method: string;
  readonly route: string;
  readonly family: AccessRequest["family"];
  /** The model, or `server-tool`; empty if the request named neither. */
  readonly model: string;
  /** From `x-gateway-team-id`; empty if not sent. */
  readonly team: string;
  /** The tools that a model call brought, with spaces between them; empty if none. */
  readonly hosted: string;
  readonly outcome: "allow" | ErrorCode;
  count: number;
  readonly firstSeen: number;
  lastSeen: number;
}

export interface CallerDecisions extends RecordedCaller {
  readonly decisions: ReadonlyMap<string, CountedDecision>;
}

export interface PendingLimits {
  readonly callers: number;
  readonly decisionsPerCaller: number;
  readonly decisions: number;
}

/**
 * Counts decisions until they are written. Bounded: a decision that does not fit is dropped, and the drop is counted.
 */
export class PendingDecisions {
  readonly #limits: PendingLimits;
  #callers = new Map<string, RecordedCaller & { readonly decisions: Map<string, CountedDecision> }>();
  #size = 0;
  #dropped = 0;

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#callers.size === 0;
  }

  /** Whether so much waits that it should be written before its time. */
  get isFilling(): boolean {
    const { callers, decisions } = this.#limits;
    return this.#callers.size * 2 > callers || this.#size * 2 > decisions;
  }

  /** How many decisions were dropped since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  /** Counts one decision. `at`: milliseconds since the epoch. */
  add(caller: RecordedCaller, request: AccessRequest, outcome: CountedDecision["outcome"], at: number): void {
    const { method, route, family, requestedTeam: team = "" } = request;
    const model = askedName(request) ?? "";
    const decisions = this.#decisionsOf(caller);
    const hosted = request.hostedTools?.join(" ") ?? "";
    const key = `${method} ${route}\n${model}\n${team}\n${hosted}\n${outcome}`;
    const known = decisions?.get(key);
    if (known) {
      known.count++;
      known.lastSeen = at;
    } else if (decisions && this.#hasRoom(decisions) && [model, team].every(isRecordable) && hosted.length <= LONGEST) {
      const asked = { method, route, family, model, team, hosted };
      decisions.set(key, { ...asked, outcome, count: 1, firstSeen: at, lastSeen: at });
      this.#size++;
    } else {
      this.#dropped++;
    }
  }

  /** Takes all counted decisions, leaving none. */
  take(): CallerDecisions[] {
    const taken = [...this.#callers.values()].filter(({ decisions }) => decisions.size > 0);
    this.#callers = new Map();
    this.#size = 0;
    return taken;
  }

  /** Puts back decisions that could not be written. */
  putBack(taken: readonly CallerDecisions[]): void {
    for (const caller of taken) {
      const decisions = this.#decisionsOf(caller);
      for (const [key, decision] of caller.decisions) {
        const newer = decisions?.get(key);
        if (newer) {
          decisions?.set(key, { ...newer, count: newer.count + decision.count, firstSeen: decision.firstSeen });
        } else if (decisions && this.#hasRoom(decisions)) {
          decisions.set(key, decision);
          this.#size++;
        } else {
          this.#dropped += decision.count;
        }
      }
    }
  }

  #hasRoom(decisions: ReadonlyMap<string, CountedDecision>): boolean {
    return this.#size < this.#limits.decisions && decisions.size < this.#limits.decisionsPerCaller;
  }

  #decisionsOf({ fingerprint, identity }: RecordedCaller): Map<string, CountedDecision> | undefined {
    const known = this.#callers.get(fingerprint);
    if (known) return known.decisions;
    if (this.#callers.size >= this.#limits.callers) return undefined;
    const decisions = new Map<string, CountedDecision>();
    this.#callers.set(fingerprint, { fingerprint, identity, decisions });
    return decisions;
  }
}

/** The most characters of tools that are recorded with a decision: more make too large a key of a row. */
const LONGEST = 1_000;

/**
 * Whether a model or team could have this name. Other names would be stored for nothing, or refused by the database.
 */
function isRecordable(name: string): boolean {
  return name === "" || isEntityId(name);
}
