import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { runCleanUp } from "./clean-up";
import { countingMicroseconds } from "./counting";
import { cpuTimeOf } from "./cpu-time";
import type { LoadResult } from "./http-load";
import type { BenchOptions } from "./options";
import { callSubjects, type Measured, startProcesses, streamSubjects, TOKENS } from "./processes";
import { formatSurplus, formatTable, measure, surpluses, type RunResult, type Runs, type Subject } from "./report";
import { residentMegabytes } from "./resident-memory";
import { runLoad } from "./run-load";
import type { StreamResult } from "./stream-load";
import { formatStreams, measureStreams, type StreamRun } from "./stream-report";

const RESULTS = "bench/results/latest.json";

/**
 * How long the gateway and the others are warmed up. Until then the JavaScript compiler uses a third of a processor in
 * its own threads, and afterwards next to nothing.
 */
const WARM_UP_SECONDS = 8;

/**
 * Measures the gateway's doors against a bare proxy and the upstream itself, by turns in one run, and prints and saves
 * the result. Returns whether every call succeeded and every call through the gateway is booked.
 */
export async function runBench(options: BenchOptions): Promise<boolean> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const processes = await startProcesses(options, cleanUp);
    const subjects = callSubjects(processes, options.stream);
    const warmUp = await measureInTurns(
      subjects,
      { ...options, connections: [Math.max(...options.connections)], rounds: 1, seconds: WARM_UP_SECONDS },
      processes.load.path,
    );
    const runs = await measureInTurns(subjects, options, processes.load.path);
    const streamed = await measureStreamsInTurns(streamSubjects(processes), options, processes.streamLoad.path);
    const booked = await Promise.all(
      [...new Set(processes.gateways.map(({ gateway }) => gateway))].map((gateway) => {
        const measured = processes.gateways.filter((one) => one.gateway === gateway).map(({ subject }) => subject);
        return compareSpend(measured, gateway, [...warmUp, ...runs], streamed);
      }),
    );
    const results: Results = {
      measurements: measure(runs),
      costs: [
        ...surpluses(runs, "metrics off", ["metrics counted", "metrics scraped", "observed"]),
        ...surpluses(runs, "door 2", ["translated", "other checkout"]),
      ],
      streams: measureStreams(streamed),
      booked,
    };
    tell(options, results);
    return isComplete(results);
  } finally {
    await runCleanUp(cleanUp);
  }
}

interface Results {
  readonly measurements: ReturnType<typeof measure>;
  readonly costs: ReturnType<typeof surpluses>;
  readonly streams: ReturnType<typeof measureStreams>;
  readonly booked: readonly Awaited<ReturnType<typeof compareSpend>>[];
}

/** Prints the results and keeps them in a file. */
function tell(options: BenchOptions, results: Results): void {
  const { measurements, costs, streams, booked } = results;
  const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
  mkdirSync("bench/results", { recursive: true });
  const kept = { at: new Date().toISOString(), machine, options, ...results };
  writeFileSync(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
  process.stdout.write(`\n${formatTable(measurements)}\n\n`);
  if (options.observed) process.stdout.write(`Counting a call by itself: ${countingMicroseconds().toFixed(2)} µs\n`);
  for (const surplus of costs) process.stdout.write(`${formatSurplus(surplus)}\n`);
  if (streams.length > 0) process.stdout.write(`${formatStreams(streams)}\n\n`);
  for (const { subjects: measured, succeeded, calls, drainMs } of booked) {
    process.stdout.write(
      `${measured.join(", ")}: ${succeeded} calls answered, ${calls} booked (${(drainMs / 1000).toFixed(1)} s after the last)\n`,
    );
  }
  process.stdout.write(`Kept in ${RESULTS}\n`);
}

function isComplete({ measurements, streams, booked }: Results): boolean {
  return (
    measurements.every(({ failed }) => failed === 0) &&
    streams.every((row) => row.complete === row.streams) &&
    booked.every(({ succeeded, calls }) => succeeded === calls)
  );
}

/**
 * The subjects take turns within each round, forwards and then backwards, so that other work on the machine affects all
 * of them alike.
 */
async function measureInTurns(
  subjects: readonly Measured[],
  { connections, rounds, seconds }: BenchOptions,
  program: string,
): Promise<Runs[]> {
  const runs: Runs[] = [];
  for (const count of connections) {
    const results = new Map<Subject, RunResult[]>(subjects.map(({ subject }) => [subject, []]));
    for (let round = 1; round <= rounds; round++) {
      for (const { subject, pid, target: to, prepare } of round % 2 === 1 ? subjects : [...subjects].reverse()) {
        process.stderr.write(`${count} connections, round ${round} of ${rounds}: ${subject}\n`);
        await prepare?.();
        const before = cpuTimeOf(pid);
        const result = await runLoad<LoadResult>(program, { target: to, connections: count, seconds });
        const after = cpuTimeOf(pid);
        const cpuMs = before === undefined || after === undefined ? null : after - before;
        results.get(subject)?.push({ ...result, cpuMs, residentMegabytes: residentMegabytes(pid) ?? null });
      }
    }
    for (const [subject, measured] of results) runs.push({ subject, connections: count, results: measured });
  }
  return runs;
}

/**
 * Few enough streams that every process is idle most of the time. What is then added is the way through the process.
 */
const FEW_STREAMS = 8;

async function measureStreamsInTurns(
  subjects: readonly Omit<Measured, "pid">[],
  { streams }: BenchOptions,
  program: string,
): Promise<StreamRun[]> {
  const runs: StreamRun[] = [];
  for (const count of streams === 0 ? [] : new Set([Math.min(FEW_STREAMS, streams), streams])) {
    for (const { subject, target: to, prepare } of subjects) {
      process.stderr.write(`${count} streams: ${subject}\n`);
      await prepare?.();
      runs.push({
        subject,
        result: await runLoad<StreamResult>(program, { target: to, streams: count, tokens: TOKENS }),
      });
    }
  }
  return runs;
}

/** How long the drain may take to catch up, in milliseconds. */
const DRAIN_LIMIT_MS = 60_000;

/**
 * Compares what the gateway has booked with the answers that its callers got, and measures how long after the last
 * answer the booking was complete.
 */
async function compareSpend(
  subjects: readonly Subject[],
  gateway: GatewayProcess,
  runs: readonly Runs[],
  streamed: readonly StreamRun[],
): Promise<{ subjects: readonly Subject[]; succeeded: number; calls: number; drainMs: number }> {
  const results = runs.filter((run) => subjects.includes(run.subject)).flatMap((run) => run.results);
  const streams = streamed
    .filter((run) => subjects.includes(run.subject))
    .reduce((sum, { result }) => sum + result.complete, 0);
  const succeeded = results.reduce((sum, result) => sum + result.succeeded, streams);
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`${gateway.url}/global/spend`, {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    const { calls }: { calls: number } = await response.json();
    const drainMs = performance.now() - startedAt;
    if (calls >= succeeded || drainMs > DRAIN_LIMIT_MS) return { subjects, succeeded, calls, drainMs };
  }
}
