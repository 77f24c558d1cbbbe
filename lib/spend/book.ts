import type { CallIntent, SpendRecord, TriedAttempt } from "@/lib/calls/record";
import type { PriceTable } from "@/lib/prices/price-table";
import type { Deployment } from "@/lib/providers/deployment";
import type { CallStatus, Usage } from "@/lib/usage";

export interface SpendBook {
  /**
   * Writes the intent, which survives the process once this resolves, unless the disk refuses it and the settings let
   * calls be served anyway. `price`: of the model at the time of the call; undefined: none is known.
   * @throws GatewayError journal_unavailable, shutting_down
   */
  begin(intent: CallIntent, price: PriceTable | undefined): Promise<OpenCall>;
  /** Resolves when everything settled so far is in the database. */
  drained(): Promise<void>;
  /** Why the journal takes no calls, if it does not: a readiness failure. */
  readonly fault: string | undefined;
  readonly state: JournalState;
  /** Whether no call is open and all that were are in the database. */
  readonly isAllBooked: boolean;
  /** The name of this process's journal. No other process has it, so a later one can tell whose journal it was. */
  readonly run: string;
  /**
   * Writes what is settled so far to the journal now. Returns the place where that ends: the ends of all later calls
   * come after it. Undefined: the journal takes no lines.
   */
  checkpoint(): JournalPosition | undefined;
  /**
   * Writes a line that says what an upstream keeps of an answer (kept-answers.ts). Resolves with what releases the line
   * once it survives the process. @throws what the disk says
   */
  note(row: string): Promise<() => void>;
  close(): Promise<void>;
}

/** A call that has begun. Its intent is in the journal, or was refused by the disk. */
export interface OpenCall {
  readonly intent: CallIntent;
  /** Prices the usage and writes the second line. Only the first call counts; each answers what the first one did. */
  settle(end: CallEnd): Settlement;
}

/** How a call has ended. */
export interface CallEnd {
  readonly status: CallStatus;
  readonly httpStatus: number | null;
  readonly usage: Usage;
  readonly upstreamMs: number | null;
  /** Absent: it was not a stream, or nothing came. */
  readonly firstTokenMs?: number | null;
  /** The upstream's own id of the last attempt. Absent: it gave none. */
  readonly upstreamRequestId?: string | null;
  readonly endedAt: number;
  /** How often it was tried. Absent: once. */
  readonly attempts?: number;
  /** The attempts before the last one. Absent: there were none. */
  readonly tried?: readonly TriedAttempt[] | undefined;
  /** Set: it is charged by its price although it failed, because it went up. */
  readonly isCharged?: boolean;
  /** The deployment that served it, or failed last, and its price. Absent: those given to `begin`. */
  readonly served?: ServedBy | undefined;
}

export interface ServedBy {
  readonly deployment: Pick<Deployment, "id" | "provider" | "model">;
  readonly price: PriceTable | undefined;
}

/** A finished call. */
export interface Settlement {
  readonly record: SpendRecord;
  /**
   * Resolves when the second line survives the process, which the last byte to the caller waits for, or when the disk
   * has refused it.
   */
  readonly written: Promise<void>;
}

/** The journal can be written again, to the segment at `path`, or it cannot be written any more. */
export type JournalCondition =
  | { readonly writable: true; readonly path: string }
  | { readonly writable: false; readonly fault: string };

/** A place in the journal of a process: a number of bytes of a segment. Segments sort by their file names. */
export interface JournalPosition {
  readonly segment: string;
  readonly bytes: number;
}

/** What this process's journal holds. */
export interface JournalState {
  /** Calls that have begun and not ended. */
  readonly open: number;
  /** Finished calls that memory knows and the database does not yet. */
  readonly waiting: number;
  /** For how long the oldest finished call has been waiting for the database, in milliseconds; 0: none waits. */
  readonly lagMs: number;
  /** Segments with finished calls that are only on disk, and will be read again from there. */
  readonly spilledSegments: number;
  /** Finished calls that could not be written to disk. */
  readonly inMemoryAlone: number;
  readonly segments: number;
  readonly bytes: number;
  readonly maximumBytes: number;
}
