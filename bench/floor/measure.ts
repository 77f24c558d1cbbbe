import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostmaster } from "@/lib/database/postmaster";
import { type ProcessorTime, processorTimeOf, processorTimesOfChildren, usedBetween } from "./processor-time";
import type { Scenario, Served } from "./scenarios";

/** Microseconds of processor time for one call, or one chunk. */
export interface Cost extends ProcessorTime {
  /** All processes of PostgreSQL. */
  readonly postgres: number;
}

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
function startMeasuring({ pid, postmaster }: MeasuredProcess): (count: number) => Cost {
  const database = (): Map<number, number> =>
    postmaster === undefined ? new Map() : processorTimesOfChildren(postmaster);
  const [before, databaseBefore] = [processorTimeOf(pid), database()];
  return (count) => {
    const [after, databaseAfter] = [processorTimeOf(pid), database()];
    return {
      main: (after.main - before.main) / count,
      all: (after.all - before.all) / count,
      postgres: usedBetween(databaseBefore, databaseAfter) / count,
    };
  };
}

/** What a scenario costs on one process, with the booking after its last call. */
export async function measureOnce(measured: MeasuredProcess, scenario: Scenario): Promise<Cost> {
  const finish = startMeasuring(measured);
  const served = await scenario.run(measured, 1);
  measured.count?.(served);
  await pause(SETTLES_MS);
  return finish(served.count);
}

/** The costs of one round: of the reference after each scenario, and of each process in each scenario. */
export interface Round {
  readonly reference: readonly Cost[];
  /** By scenario, in the order of the processes. */
  readonly costs: ReadonlyMap<string, readonly Cost[]>;
}

/**
 * Runs each scenario once. While a gateway still books its calls, the reference is measured; the gateway's own
 * measurement ends after that.
 */
export async function measureRound(
  processes: readonly MeasuredProcess[],
  scenarios: readonly Scenario[],
  reference: { readonly process: MeasuredProcess; readonly scenario: Scenario },
  isReversed: boolean,
): Promise<Round> {
  const order = <Item>(items: readonly Item[]): readonly Item[] => (isReversed ? [...items].reverse() : items);
  const referenceCosts: Cost[] = [];
  const costs = new Map<string, Cost[]>();
  for (const scenario of order(scenarios)) {
    const mine: Cost[] = [];
    for (const measured of order(processes)) {
      const finish = startMeasuring(measured);
      const served = await scenario.run(measured, 1);
      measured.count?.(served);
      const endedAt = performance.now();
      const finishReference = startMeasuring(reference.process);
      referenceCosts.push(finishReference((await reference.scenario.run(reference.process, 1)).count));
      await pause(Math.max(0, endedAt + SETTLES_MS - performance.now()));
      mine.push(finish(served.count));
    }
    costs.set(scenario.name, [...order(mine)]);
  }
  return { reference: referenceCosts, costs };
}
