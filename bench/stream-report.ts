import type { Subject } from "./report";
import type { Quantiles, StreamResult } from "./stream-load";

export interface StreamMeasurement extends StreamResult {
  readonly subject: Subject;
  /** Milliseconds more than the upstream itself takes. */
  readonly addedFirstToken: Quantiles;
  readonly addedBetweenTokens: Quantiles;
}

export interface StreamRun {
  readonly subject: Subject;
  readonly result: StreamResult;
}

/** Each run beside that of the upstream with as many streams. */
export function measureStreams(runs: readonly StreamRun[]): StreamMeasurement[] {
  return runs.map(({ subject, result }) => {
    const upstream = runs.find((run) => run.subject === "upstream" && run.result.streams === result.streams)?.result;
    return {
      subject,
      ...result,
      addedFirstToken: minus(result.firstToken, upstream?.firstToken),
      addedBetweenTokens: minus(result.betweenTokens, upstream?.betweenTokens),
    };
  });
}

/** A table for the terminal. */
export function formatStreams(measurements: readonly StreamMeasurement[]): string {
  const head = [
    "streams",
    "subject",
    "complete",
    "held",
    "first p50",
    "first p99",
    "added p50",
    "added p99",
    "gap p50",
    "gap p99",
    "added p50",
    "added p99",
  ];
  const rows = measurements.map((row) => [
    String(row.streams),
    row.subject,
    String(row.complete),
    String(row.heldTogether),
    ...[row.firstToken, row.addedFirstToken, row.betweenTokens, row.addedBetweenTokens].flatMap(({ p50, p99 }) => [
      p50.toFixed(2),
      p99.toFixed(2),
    ]),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

function minus(own: Quantiles, other: Quantiles | undefined): Quantiles {
  return { p50: own.p50 - (other?.p50 ?? 0), p99: own.p99 - (other?.p99 ?? 0) };
}
