import type { CallFilter } from "@/lib/calls/filter";
import type { CallPage, listCalls } from "@/lib/store/calls/call-list";
import type { CallSeries } from "@/lib/store/calls/call-series";
import type { DeploymentFigures } from "@/lib/store/calls/deployment-figures";
import type { NameAccess } from "@/lib/store/spend/payer-names";
import type { GroupQuestion, SpendGroup } from "@/lib/store/spend/group-statement";
import type { LargestFigures } from "@/lib/store/spend/largest-over-time";
import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";

/** How far an answer reaches. Both are absent if it has every booked call. */
export interface Reach {
  /** The booking time of the last call that the answer can contain, in milliseconds since the epoch. */
  readonly asOf?: number;
  /** What the answer lacks, as a sentence for the reader. */
  readonly note?: string;
}

/** What is kept of some days. Days are UTC midnights in milliseconds since the epoch. */
export interface KeptDetail {
  /** The day from which on sums of every hour are kept; absent: they are kept of all of these days. */
  readonly hoursSince?: number | undefined;
  /** The day from which on calls are kept; absent: all calls of these days are. */
  readonly callsSince?: number | undefined;
}

export interface SpendQuestion extends GroupQuestion {
  /** What groups of the same time are sorted by; undefined: spend. */
  readonly measure?: SpendMeasure | undefined;
  /** False: the totals are not used, and may be zeros. To add them up can take as long as all else. */
  readonly needsTotals?: boolean;
}

export interface SpendAnswer extends Reach {
  /** Sorted by day or hour, if that is a dimension, and then by falling measure. */
  readonly groups: readonly SpendGroup[];
  /** Of all groups, also of those beyond the limit. */
  readonly totals: SpendSums;
}

/** Asks for the largest groups over time, and for the sums of all others. */
export interface LargestQuestion extends LargestFigures {
  /** Whether the calls without the payer that is grouped by are asked for, too. */
  readonly hasRest: boolean;
}

/** All rows add up to the totals. Rows of others and of the rest have no ids, and nothing but a time. */
export interface LargestAnswer extends Reach {
  /** The largest groups, by time and then by falling measure. */
  readonly groups: readonly SpendGroup[];
  /** The groups that are not among the largest, in one row for each time that has some. */
  readonly others: readonly SpendGroup[];
  /** The calls without the payer that is grouped by, in the same way; empty if they are not asked for. */
  readonly rest: readonly SpendGroup[];
  readonly totals: SpendSums;
}

/** One page of calls, with their number on all pages. */
export type CallListing = Awaited<ReturnType<typeof listCalls>> & Reach;

/** Asks for durations, rates and sums over time. */
export interface SeriesQuestion {
  /** A call must meet all of them. */
  readonly filters: readonly CallFilter[];
  /** The instants at which the steps begin, and the one at which the last ends, in milliseconds since the epoch. */
  readonly bounds: readonly number[];
  /** False: durations, first tokens and rates are not needed, and may be null. */
  readonly hasTimes?: boolean;
  /** Whether it is one of several that are asked for at once, so that each should read less of its calls. */
  readonly isOneOfSeveral?: boolean;
}

/** What the calls of each deployment were like. `isSampled`: there were too many to read them all. */
export interface DeploymentsAnswer extends Reach {
  readonly rows: readonly DeploymentFigures[];
  readonly isSampled: boolean;
}

/** Whether the reader of an export is still connected. */
export interface HangUp {
  readonly isGone: boolean;
  onGone(listener: () => void): void;
}

export type ExportFormat = "csv" | "jsonl";

export interface ExportQuestion {
  /** A call must meet all of them. */
  readonly filters: readonly CallFilter[];
  readonly format: ExportFormat;
  readonly access: NameAccess;
}

export interface CallExport extends Reach {
  /** However slow the reader is, no more than a page of lines is read ahead. */
  readonly lines: AsyncIterable<Uint8Array>;
}

/**
 * Answers every report, list and export of calls and spend. Budgets and all-time totals are not among them: these are
 * PostgreSQL's alone. Each method throws the error of the database behind it.
 */
export interface ReportReader {
  /** What is kept of a range of UTC days, which are midnights in milliseconds since the epoch, both included. */
  kept(days: { readonly from: number; readonly to: number }): Promise<KeptDetail>;
  /** Sums of spend by the dimensions, and their total. */
  report(question: SpendQuestion): Promise<SpendAnswer>;
  /** The largest groups over time beside all others. */
  largest(question: LargestQuestion): Promise<LargestAnswer>;
  /** One page of the calls that meet every filter. */
  listCalls(filters: readonly CallFilter[], page: CallPage, access: NameAccess): Promise<CallListing>;
  /** Durations, rates and sums of the calls that meet every filter by step; of a sample where there are too many. */
  series(question: SeriesQuestion): Promise<CallSeries & Reach>;
  /** The same by deployment, of a whole period, which is in milliseconds since the epoch. */
  deployments(period: { readonly from: number; readonly until: number }): Promise<DeploymentsAnswer>;
  /**
   * Every call that meets the filters, in order of time. Resolves when the first lines are read, so that an answer's
   * status can tell that the database is away. When the reader hangs up, the running query is cancelled.
   */
  exportCalls(question: ExportQuestion, reader: HangUp): Promise<CallExport>;
}
