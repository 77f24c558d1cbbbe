import { setTimeout as pause } from "node:timers/promises";
import { processorTimeOf, processorTimesOfChildren, usedBetween } from "../floor/processor-time";
import type { MeasuredGateway } from "../floor/measured-gateway";
import type { Scenario } from "../floor/scenarios";
import { medianOf } from "../floor/verdict";

/** How long a gateway still books after its last call, in milliseconds. That is measured too. */
const SETTLES_MS = 1_300;

/** Microseconds of processor time for one call. */
interface FleetCost {
  /** The main thread of the first process. */
  readonly main: number;
  /** All threads of the first process and its workers, without PostgreSQL. */
  readonly all: number;
  readonly postgres: number;
}

/** A gateway under load, with the name of its row. */
export interface FleetRow {
  readonly name: string;
  readonly gateway: MeasuredGateway;
  readonly scenario: Scenario;
}

/**
 * What a call costs each gateway, its workers included, in rounds that take the rows in turn. The last column compares
 * with the first row.
 */
export async function measureFleets(rows: readonly FleetRow[], rounds: number): Promise<string[][]> {
  for (const { gateway, scenario } of rows) gateway.count(await scenario.run(gateway, 2));
  const costs = rows.map((): FleetCost[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, row] of rows.entries()) costs[index]?.push(await measureFleet(row));
  for (const gateway of new Set(rows.map((row) => row.gateway))) await gateway.requireAllBooked();
  const median = (index: number, part: keyof FleetCost): number =>
    medianOf(costs[index]?.map((cost) => cost[part]) ?? []);
  const ratio = (index: number): number =>
    medianOf(costs[index]?.map(({ all }, round) => all / (costs[0]?.[round]?.all ?? Number.NaN)) ?? []);
  return [
    ["a call", "main µs", "processes µs", "PostgreSQL µs", "of the first, in pairs"],
    ...rows.map(({ name }, index) => [
      name,
      median(index, "main").toFixed(0),
      median(index, "all").toFixed(0),
      median(index, "postgres").toFixed(0),
      ratio(index).toFixed(2),
    ]),
  ];
}

async function measureFleet({ gateway, scenario }: FleetRow): Promise<FleetCost> {
  const { pid, postmaster } = gateway;
  const read = () => {
    const workers = processorTimesOfChildren(pid);
    workers.delete(postmaster);
    return { own: processorTimeOf(pid), workers, database: processorTimesOfChildren(postmaster) };
  };
  const before = read();
  const served = await scenario.run(gateway, 1);
  gateway.count(served);
  await pause(SETTLES_MS);
  const after = read();
  return {
    main: (after.own.main - before.own.main) / served.count,
    all: (after.own.all - before.own.all + usedBetween(before.workers, after.workers)) / served.count,
    postgres: usedBetween(before.database, after.database) / served.count,
  };
}
