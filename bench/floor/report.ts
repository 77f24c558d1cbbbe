import { table } from "../table";
import type { Cost, Round } from "./measure";
import { medianOf, type Ratios, spreadOf, type Verdict } from "./verdict";

/** What PostgreSQL uses for a call with a remembered token is a figure of its own. */
const POSTGRES = "PostgreSQL";
const WITH_POSTGRES = "JWT remembered";

/** The ratios of the first gateway to the reference, round by round. */
export function ratiosOf(rounds: readonly Round[]): Ratios {
  const ratios: Record<string, number[]> = {};
  for (const { reference, costs } of rounds) {
    const divisor = meanOf(reference.map(({ main }) => main));
    for (const [name, [cost]] of costs) {
      if (!cost) continue;
      (ratios[name] ??= []).push(cost.main / divisor);
      if (name === WITH_POSTGRES) (ratios[POSTGRES] ??= []).push(cost.postgres / divisor);
    }
  }
  return ratios;
}

/** A table for the terminal. The microseconds are medians of the rounds. */
export function formatVerdicts(verdicts: readonly Verdict[], rounds: readonly Round[]): string {
  const rows = verdicts.map(({ name, ratio, spread: [low, high], floor, judgement }) => [
    name,
    ratio.toFixed(3),
    `${low.toFixed(3)} to ${high.toFixed(3)}`,
    floor?.toFixed(3) ?? "",
    floor === undefined ? "" : percent(ratio / floor),
    judgement,
    ...(["main", "all", "postgres"] as const).map((part) => microseconds(rounds, name, part)),
  ]);
  const head = ["", "of reference", "spread", "floor", "difference", "", "main µs", "process µs", "PostgreSQL µs"];
  const divisors = rounds.flatMap(({ reference }) => reference.map(({ main }) => main));
  return `${table([head, ...rows])}\nThe reference: ${medianOf(divisors).toFixed(1)} µs; ${rounds.length} rounds`;
}

/** What the first gateway costs beside the second one, in pairs within each round. */
export function formatBeside(rounds: readonly Round[]): string {
  const rows = [...(rounds[0]?.costs.keys() ?? [])].map((name) => [
    name,
    ...(["main", "all", "postgres"] as const).flatMap((part) => {
      const pairs = rounds.flatMap(({ costs }) => {
        const [mine, theirs] = costs.get(name) ?? [];
        return mine && theirs ? [mine[part] / theirs[part]] : [];
      });
      const [low, high] = spreadOf(pairs);
      return [
        `${microseconds(rounds, name, part, 1)} → ${microseconds(rounds, name, part)}`,
        `${percent(medianOf(pairs))} (${percent(low)} to ${percent(high)})`,
      ];
    }),
  ]);
  return table([["other checkout → this", "main µs", "", "process µs", "", "PostgreSQL µs", ""], ...rows]);
}

function microseconds(rounds: readonly Round[], name: string, part: keyof Cost, gateway = 0): string {
  const values = rounds.flatMap(({ costs }) => costs.get(name)?.[gateway]?.[part] ?? []);
  return values.length === 0 ? "" : medianOf(values).toFixed(1);
}

function percent(ratio: number): string {
  return `${ratio > 1 ? "+" : ""}${((ratio - 1) * 100).toFixed(1)}%`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
