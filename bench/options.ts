import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Numbers of open connections, each with one request at a time. */
  readonly connections: readonly number[];
  /** Measured seconds of each run, after a warm-up of a quarter of that. */
  readonly seconds: number;
  /** How often everything is run; the median run counts. */
  readonly rounds: number;
  /** The gateway's doors to measure. */
  readonly doors: readonly (1 | 2)[];
  /** Whether answers are streamed and not sent as a whole. */
  readonly stream: boolean;
  /** The number of parallel streams whose tokens are checked one by one; 0 for none. */
  readonly streams: number;
  /**
   * Whether door 2 is also measured with metrics off, counted and scraped by turns, and with traces and a sink as well.
   */
  readonly observed: boolean;
  /** Whether other gateways and proxies are measured in the same rounds, as far as registries offer them. */
  readonly peers: boolean;
  /** The folder of another checkout, already built. Its door 2 is measured in the same rounds. */
  readonly beside: string | undefined;
  /** Whether a processor profile of each door is written to bench/results. */
  readonly profile: boolean;
}

/** The usage of `npm run bench`. */
export const BENCH_USAGE = `Usage: npm run bench -- [OPTION]...
  --connections 1,16,64  open connections, each with one request at a time
  --seconds 2            measured seconds of each run
  --rounds 5             how often everything is run; the median counts
  --doors 1,2            the gateway's doors to measure
  --stream               streamed answers instead of complete ones
  --streams 100          parallel streams whose tokens are checked one by one; 0: none
  --observed             also with metrics off, counted and scraped, and with traces and a sink
  --peers                also HAProxy (Debian), Envoy and LiteLLM (PyPI) and Portkey (npm), as far as they can be had
  --beside FOLDER        also the gateway of another checkout, built, in the same rounds
  --profile              writes a processor profile of each door to bench/results`;

/** Reads the options of `BENCH_USAGE`. @throws TypeError or RangeError that names the option */
export function readBenchOptions(parameters: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      connections: { type: "string", default: "1,16,64" },
      seconds: { type: "string", default: "2" },
      rounds: { type: "string", default: "5" },
      doors: { type: "string", default: "1,2" },
      stream: { type: "boolean", default: false },
      streams: { type: "string", default: "100" },
      observed: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      beside: { type: "string" },
      profile: { type: "boolean", default: false },
    },
  });
  return {
    connections: values.connections.split(",").map((text) => positive("connections", text)),
    seconds: positive("seconds", values.seconds),
    rounds: positive("rounds", values.rounds),
    doors: ([1, 2] as const).filter((door) => values.doors.split(",").includes(String(door))),
    stream: values.stream,
    streams: values.streams === "0" ? 0 : positive("streams", values.streams),
    observed: values.observed,
    peers: values.peers,
    beside: values.beside,
    profile: values.profile,
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number))
    throw new RangeError(`--${name} is "${text}", but must be a number above zero`);
  return number;
}
