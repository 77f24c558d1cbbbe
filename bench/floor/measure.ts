import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostmaster } from "@/lib/database/postmaster";
import type { Latency } from "./call-load";
import { type ProcessorTime, processorTimeOf, processorTimesOfChildren, usedBetween } from "./processor-time";
import type { Scenario, Served } from "./scenarios";

/** Microseconds of processor time for one call, or one chunk. */
export interface Cost extends ProcessorTime {
  /** All processes of PostgreSQL. */
  readonly postgres: number;
  /** Absent: of streams. */
  readonly latency?: Latency;
}

/** The parts of a cost that are processor time. */
export type CostPart = Exclude<keyof Cost, "latency">;

export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  /** The first process of its PostgreSQL; undefined for the reference. */
  readonly postmaster?: number;
  /** Counts what it has served. */
  readonly count?: (served: Served) => void;
}

/** How long a gateway still books after its last call, in milliseconds. That is measured too. */
const SETTLES_MS = 1_300;

/** The first process of a gateway's embedded PostgreSQL. */
export async function postmasterOf(dataDirectory: string): Promise<number> {
  const found = await findPostmaster(join(dataDirectory, "postgres"));
  if (!found) throw new Error("The gateway has no PostgreSQL of its own");
  return found.pid;
}

/** Starts to measure a process. The returned function ends that, and says the cost of one of `count` calls. */
function startMeasuring({ pid, postmaster }: MeasuredProcess): (served: Pick<Served, "count" | "latency">) => Cost {
  const database = (): Map<number, number> =>
    postmaster === undefined ? new Map() : processorTimesOfChildren(postmaster);
  const [before, databaseBefore] = [processorTimeOf(pid), database()];
  return ({ count, latency }) => {
    const [after, databaseAfter] = [processorTimeOf(pid), database()];
    return {
      main: (after.main - before.main) / count,
      all: (after.all - before.all) / count,
      postgres: usedBetween(databaseBefore, databaseAfter) / count,
      ...(latency && { latency }),
    };
  };
}

/** What a scenario costs on one process, with the booking after its last call. */
export async function measureOnce(measured: MeasuredProcess, scenario: Scenario): Promise<Cost> {
  const finish = startMeasuring(measured);
  const served = await scenario.run(measured, 1);
  measured.count?.(served);
  await pause(SETTLES_MS);
  return finish(served);
}

/** The costs of one round: of the reference after each scenario, and of each process in each scenario. */
export interface Round {
  readonly reference: readonly Cost[];
  /** By scenario, in the order of the processes. */
  readonly costs: ReadonlyMap<string, readonly Cost[]>;
  /** What the calls of a scenario cost without a gateway, by its name. */
  readonly bare: ReadonlyMap<string, BareCosts>;
}

/** Of the bare proxy, and of calls that go straight to the upstream. */
export interface BareCosts {
  readonly proxy: Cost;
  readonly upstream: Cost;
}

/** What is measured in the same rounds as the gateways. */
export interface Fixed {
  readonly reference: { readonly process: MeasuredProcess; readonly scenario: Scenario };
  readonly bareProxy: MeasuredProcess;
  readonly upstream: MeasuredProcess;
}

/**
 * Runs each scenario once. While a gateway still books its calls, the reference is measured; the gateway's own
 * measurement ends after that.
 */
export async function measureRound(
  processes: readonly MeasuredProcess[],
  scenarios: readonly Scenario[],
  { reference, bareProxy, upstream }: Fixed,
  isReversed: boolean,
): Promise<Round> {
  const order = <Item>(items: readonly Item[]): readonly Item[] => (isReversed ? [...items].reverse() : items);
  const referenceCosts: Cost[] = [];
  const costs = new Map<string, Cost[]>();
  const bare = new Map<string, BareCosts>();
  for (const scenario of order(scenarios)) {
    const mine: Cost[] = [];
    for (const measured of order(processes)) {
      const finish = startMeasuring(measured);
      const served = await scenario.run(measured, 1);
      measured.count?.(served);
      const endedAt = performance.now();
      const finishReference = startMeasuring(reference.process);
      referenceCosts.push(finishReference(await reference.scenario.run(reference.process, 1)));
      await pause(Math.max(0, endedAt + SETTLES_MS - performance.now()));
      mine.push(finish(served));
    }
    costs.set(scenario.name, [...order(mine)]);
    if (scenario.bare)
      bare.set(scenario.name, {
        proxy: await measureAlone(bareProxy, scenario.bare),
        upstream: await measureAlone(upstream, scenario.bare),
      });
  }
  return { reference: referenceCosts, costs, bare };
}

async function measureAlone(measured: MeasuredProcess, scenario: Scenario): Promise<Cost> {
  const finish = startMeasuring(measured);
  return finish(await scenario.run(measured, 1));
}
