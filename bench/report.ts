import type { LoadResult } from "./http-load";
import type { MetricsUse } from "./observed";
import type { PeerName } from "./peers/peer";

/**
 * What is measured: the upstream directly, the bare proxy, or the gateway, also asked by Messages, as it is observed or
 * as another checkout builds it.
 */
export type Subject =
  | "upstream"
  | "bare proxy"
  | "door 2"
  | "door 1"
  | "translated"
  | `metrics ${MetricsUse}`
  | "observed"
  | PeerName
  | "other checkout";

export interface Measurement {
  readonly subject: Subject;
  readonly connections: number;
  readonly requestsPerSecond: number;
  /**
   * Requests per second divided by those of the bare proxy in the same round; the median of the rounds. Null if the
   * bare proxy was not measured.
   */
  readonly ratio: number | null;
  /** Milliseconds; null if no answer came within the measured time. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Milliseconds more than the upstream itself takes. */
  readonly addedP50: number | null;
  readonly addedP99: number | null;
  /** Microseconds of processor time per request: the measure that other work on the machine disturbs least. */
  readonly cpuMicroseconds: number | null;
  /** The largest resident memory after a run, in megabytes. */
  readonly residentMegabytes: number | null;
  readonly failed: number;
}

export interface RunResult extends LoadResult {
  /** The subject's processor time for the run in milliseconds, warm-up included; null if unknown. */
  readonly cpuMs: number | null;
  /** The subject's resident memory after the run; null if unknown. */
  readonly residentMegabytes: number | null;
}

export interface Runs {
  readonly subject: Subject;
  readonly connections: number;
  readonly results: readonly RunResult[];
}

/**
 * The median run of each subject, beside that of the upstream with as many connections. Ratios are taken within a round
 * and not between medians: if the machine is slow for a while, everything that is measured in that while is slow.
 */
export function measure(runs: readonly Runs[]): Measurement[] {
  const medians = runs.map((run) => ({ ...run, median: medianRun(run.results) }));
  return medians.map(({ subject, connections, median, results }) => {
    const of = (name: Subject) => medians.find((run) => run.subject === name && run.connections === connections);
    const bare = of("bare proxy")?.results;
    const upstream = of("upstream")?.median;
    return {
      subject,
      connections,
      requestsPerSecond: rate(median),
      ratio: bare
        ? middle(results.flatMap((result, round) => (bare[round] ? [rate(result) / rate(bare[round])] : [])))
        : null,
      p50: median.p50,
      p99: median.p99,
      addedP50: median.p50 === null ? null : median.p50 - (upstream?.p50 ?? 0),
      addedP99: median.p99 === null ? null : median.p99 - (upstream?.p99 ?? 0),
      cpuMicroseconds: cpuPerRequest(results),
      residentMegabytes: largest(results.map((result) => result.residentMegabytes)),
      failed: results.reduce((sum, result) => sum + result.failed, 0),
    };
  });
}

/** A table for the terminal. */
export function formatTable(measurements: readonly Measurement[]): string {
  const head = [
    "connections",
    "subject",
    "requests/s",
    "of bare",
    "p50 ms",
    "p99 ms",
    "added p50",
    "added p99",
    "cpu µs",
    "MB",
    "failed",
  ];
  const rows = measurements.map((row) => [
    String(row.connections),
    row.subject,
    row.requestsPerSecond.toFixed(0),
    row.ratio?.toFixed(2) ?? "",
    ...[row.p50, row.p99, row.addedP50, row.addedP99].map((milliseconds) => milliseconds?.toFixed(2) ?? ""),
    row.cpuMicroseconds?.toFixed(0) ?? "",
    row.residentMegabytes?.toFixed(0) ?? "",
    String(row.failed),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/**
 * How much more processor time per request one subject takes than another, in percent, over the pairs of all rounds.
 */
export interface Surplus {
  readonly subject: Subject;
  readonly beside: Subject;
  readonly connections: number;
  readonly median: number;
  /** The middle half of the pairs lies between them. */
  readonly quartiles: readonly [number, number];
}

/** What each subject costs beside another one in the same round. Empty if processor times are unknown. */
export function surpluses(runs: readonly Runs[], beside: Subject, subjects: readonly Subject[]): Surplus[] {
  return runs.flatMap(({ subject, connections, results }) => {
    const others = runs.find((run) => run.subject === beside && run.connections === connections)?.results ?? [];
    const pairs = results.flatMap((result, round) => {
      const [mine, theirs] = [cpuPerRequest([result]), others[round] && cpuPerRequest([others[round]])];
      return mine && theirs ? [(mine / theirs - 1) * 100] : [];
    });
    if (!subjects.includes(subject) || pairs.length === 0) return [];
    const sorted = pairs.sort((one, other) => one - other);
    const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
    return [{ subject, beside, connections, median: at(0.5), quartiles: [at(0.25), at(0.75)] as const }];
  });
}

/** A line for the terminal. */
export function formatSurplus({ subject, beside, connections, median, quartiles }: Surplus): string {
  const percent = (value: number): string => `${value > 0 ? "+" : ""}${value.toFixed(1)}%`;
  const [low, high] = quartiles.map(percent);
  return `${connections} connections, CPU per request, ${subject} beside ${beside}: ${percent(median)} (half of the rounds ${low} to ${high})`;
}

function cpuPerRequest(results: readonly RunResult[]): number | null {
  let milliseconds = 0;
  for (const { cpuMs } of results) {
    if (cpuMs === null) return null;
    milliseconds += cpuMs;
  }
  return (
    (milliseconds * 1000) /
    Math.max(
      1,
      results.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0),
    )
  );
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function rate({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

function medianRun(results: readonly RunResult[]): RunResult {
  const of = middle(results.map(rate));
  const median = results.find((result) => rate(result) === of);
  if (!median) throw new RangeError("nothing was measured");
  return median;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
