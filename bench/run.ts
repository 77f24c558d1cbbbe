import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { runCleanUp } from "./clean-up";
import { countingMicroseconds } from "./counting";
import { cpuTimeOf } from "./cpu-time";
import type { LoadResult, LoadTarget } from "./http-load";
import { createMetricsSwitch, METRICS_USES, type Observed, observedWholly } from "./observed";
import type { BenchOptions } from "./options";
import { startProvider } from "./provider";
import { formatSurplus, formatTable, measure, surpluses, type RunResult, type Runs, type Subject } from "./report";
import { runLoad } from "./run-load";
import { startChild } from "./start-child";
import type { StreamResult } from "./stream-load";
import { formatStreams, measureStreams, type StreamRun } from "./stream-report";

const RESULTS = "bench/results/latest.json";

/**
 * How long the gateway and the others are warmed up. Until then the JavaScript compiler uses a third of a processor in
 * its own threads, and afterwards next to nothing.
 */
const WARM_UP_SECONDS = 8;

interface Measured {
  readonly subject: Subject;
  readonly pid: number;
  readonly target: LoadTarget;
  /** Called before each of its runs. */
  readonly prepare?: () => Promise<void>;
}

/** One gateway may be measured as several subjects, by turns. */
interface MeasuredGateway extends Pick<Measured, "subject" | "prepare"> {
  readonly gateway: GatewayProcess;
}

/**
 * Measures the gateway's doors against a bare proxy and the upstream itself, by turns in one run, and prints and saves
 * the result. Returns whether every call succeeded and every call through the gateway is booked.
 */
export async function runBench(options: BenchOptions): Promise<boolean> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const { url: upstream, pid: upstreamPid } = await startChild("bench/upstream-process.ts", [], cleanUp);
    const bare = await startChild("bench/bare-proxy-process.ts", [upstream], cleanUp);
    const load = await bundleChild("bench/load-process.ts");
    cleanUp.push(() => load.remove());
    const profiler = options.profile ? await bundleChild("bench/profile-preload.ts") : undefined;
    cleanUp.push(() => profiler?.remove());
    const paced = await startChild("bench/paced-upstream-process.ts", [], cleanUp);
    const pacedBare = await startChild(
      "bench/bare-proxy-process.ts",
      [paced.url, String(Math.max(128, options.streams))],
      cleanUp,
    );
    const streamLoad = await bundleChild("bench/stream-process.ts");
    cleanUp.push(() => streamLoad.remove());
    const { token, keysUrl } = await startProvider(cleanUp);
    const gateways: MeasuredGateway[] = [];
    const configured = (generalSettings?: object): object => configuration(upstream, paced.url, generalSettings);
    async function start(
      door: 1 | 2,
      more: Partial<Observed> & { readonly root?: string } = {},
    ): Promise<GatewayProcess> {
      const environment = {
        JWT_PUBLIC_KEY_URL: keysUrl,
        ...(!options.doors.includes(1) && { GATEWAY_CONSOLE: "off" }),
        ...(profiler && { NODE_OPTIONS: `--import=${pathToFileURL(profiler.path).href}` }),
        ...more.environment,
      };
      const config = configured(more.generalSettings);
      const gateway = await startGateway({
        door,
        config,
        environment,
        audit: false,
        ...(more.root && { root: more.root }),
      });
      cleanUp.push(() => gateway.stop());
      return gateway;
    }
    const measureGateway = (subject: Subject, gateway: GatewayProcess, prepare?: () => Promise<void>): void =>
      void gateways.push({ subject, gateway, ...(prepare && { prepare }) });
    for (const door of [...options.doors].reverse()) measureGateway(`door ${door}`, await start(door));
    if (options.observed) {
      const metrics = await createMetricsSwitch(configured, cleanUp);
      const gateway = await start(2, metrics);
      for (const use of METRICS_USES) measureGateway(`metrics ${use}`, gateway, () => metrics.turn(use, gateway));
      measureGateway("observed", await start(2, await observedWholly(cleanUp)));
    }
    if (options.beside !== undefined) measureGateway("other checkout", await start(2, { root: options.beside }));

    const authorization = `Bearer ${token}`;
    const subjects: Measured[] = [
      { subject: "upstream", pid: upstreamPid, target: target(upstream, "local-small", options.stream) },
      { subject: "bare proxy", pid: bare.pid, target: target(bare.url, "local-small", options.stream) },
      ...gateways.map(({ gateway, ...measured }) => ({
        ...measured,
        pid: gateway.pid,
        target: target(gateway.url, "bench/gpt-4o-mini", options.stream, { authorization }),
      })),
    ];
    const warmUp = await measureInTurns(
      subjects,
      { ...options, connections: [Math.max(...options.connections)], rounds: 1, seconds: WARM_UP_SECONDS },
      load.path,
    );
    const runs = await measureInTurns(subjects, options, load.path);
    const measurements = measure(runs);
    const costs = [
      ...surpluses(runs, "metrics off", ["metrics counted", "metrics scraped", "observed"]),
      ...surpluses(runs, "door 2", ["other checkout"]),
    ];
    const pacedTarget = (url: string, model: string, headers = {}): LoadTarget =>
      target(url, `${model}${PACED}`, true, headers);
    const streamed = await measureStreamsInTurns(
      [
        { subject: "upstream", target: pacedTarget(paced.url, "") },
        { subject: "bare proxy", target: pacedTarget(pacedBare.url, "") },
        ...gateways.map(({ gateway, ...measured }) => ({
          ...measured,
          target: pacedTarget(gateway.url, "paced/", { authorization }),
        })),
      ],
      options,
      streamLoad.path,
    );
    const streams = measureStreams(streamed);
    const booked = await Promise.all(
      [...new Set(gateways.map(({ gateway }) => gateway))].map((gateway) => {
        const measured = gateways.filter((one) => one.gateway === gateway).map(({ subject }) => subject);
        return compareSpend(measured, gateway, [...warmUp, ...runs], streamed);
      }),
    );

    const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
    mkdirSync("bench/results", { recursive: true });
    writeFileSync(
      RESULTS,
      `${JSON.stringify({ at: new Date().toISOString(), machine, options, measurements, costs, streams, booked }, null, 2)}\n`,
    );
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
    return (
      measurements.every(({ failed }) => failed === 0) &&
      streams.every((row) => row.complete === row.streams) &&
      booked.every(({ succeeded, calls }) => succeeded === calls)
    );
  } finally {
    await runCleanUp(cleanUp);
  }
}

function configuration(upstream: string, paced: string, generalSettings: object = {}): object {
  return {
    general_settings: {
      ...generalSettings,
      enable_jwt_auth: true,
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_upsert: true },
    },
    model_list: [
      { model_name: "bench/*", gateway_params: { model: "openai/*", api_base: `${upstream}/v1`, api_key: "none" } },
      { model_name: "paced/*", gateway_params: { model: "openai/*", api_base: `${paced}/v1`, api_key: "none" } },
      { model_name: "other/*", gateway_params: { model: "openai/*", api_base: `${upstream}/v1`, api_key: "none" } },
    ],
  };
}

function target(url: string, model: string, stream: boolean, headers: Record<string, string> = {}): LoadTarget {
  const { hostname, port } = new URL(url);
  const messages = [
    { role: "system", content: "You are a helpful assistant that answers briefly." },
    { role: "user", content: "What is the capital of France, and how many people live there?" },
  ];
  const body = JSON.stringify({ model, messages, ...(stream && { stream: true }) });
  return { host: hostname, port: Number(port), path: "/v1/chat/completions", headers, body };
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
        results.get(subject)?.push({ ...result, cpuMs });
      }
    }
    for (const [subject, measured] of results) runs.push({ subject, connections: count, results: measured });
  }
  return runs;
}

/** Tokens of a measured stream, and milliseconds between them: some seconds during which all streams are open. */
const TOKENS = 60;
const PACED = `tokens-${TOKENS},slow-50`;
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
