import type { BookingCost, BookingSide } from "./booking";
import { medianOf } from "../floor/verdict";
import { table } from "../table";

/** Measures the sides in turn, each kind of calls in each round, and prints the medians. */
export async function printBookingCosts(sides: readonly BookingSide[], rounds: number): Promise<void> {
  const mixes = sides[0]?.mixes ?? [];
  const costs = mixes.map(() => sides.map((): BookingCost[] => []));
  for (let round = 0; round < rounds; round++)
    for (const mix of mixes.keys())
      for (const at of round % 2 === 0 ? sides.keys() : [...sides.keys()].reverse()) {
        const cost = await sides[at]?.measure(mix);
        if (cost) costs[mix]?.[at]?.push(cost);
      }
  const cellsOf = (mix: number, at: number): string[] => {
    const taken = costs[mix]?.[at] ?? [];
    const microseconds = taken.map((cost) => cost.microseconds).sort((a, b) => a - b);
    const first = costs[mix]?.[0] ?? [];
    const ratios = taken.map((cost, round) => cost.microseconds / (first[round]?.microseconds ?? Number.NaN));
    return [
      medianOf(microseconds).toFixed(1),
      `${microseconds[0]?.toFixed(1)} to ${microseconds.at(-1)?.toFixed(1)}`,
      medianOf(taken.map(({ walBytes }) => walBytes)).toFixed(0),
      at === 0 ? "1" : medianOf(ratios).toFixed(2),
    ];
  };
  const rows = mixes.flatMap((name, mix) =>
    [...sides.keys()].map((at) => [name, at === 0 ? "this" : "beside", ...cellsOf(mix, at)]),
  );
  const head = ["a booked call", "checkout", "PostgreSQL µs", "of the rounds", "WAL bytes", "of this"];
  process.stdout.write(`${table([head, ...rows])}\n`);
}
