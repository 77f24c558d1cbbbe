import { table } from "../table";
import type { Latency } from "./call-load";
import type { CostPart, Round } from "./measure";
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

/** The scenario that measures a figure. */
export function scenarioOf(figure: string): string {
  return figure === POSTGRES ? WITH_POSTGRES : figure;
}

/** What figures of the first gateway cost beside the second one, in pairs within each round. */
export function pairsOf(rounds: readonly Round[], figures: readonly string[]): Ratios {
  return Object.fromEntries(
    figures.map((figure) => [
      figure,
      pairsWithin(rounds, scenarioOf(figure), figure === POSTGRES ? "postgres" : "main"),
    ]),
  );
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
  return `${table([head, ...rows])}\nThe reference: ${referenceMicros(rounds).toFixed(1)} µs; ${rounds.length} rounds`;
}

/** The main thread's microseconds for a call of the reference. */
export function referenceMicros(rounds: readonly Round[]): number {
  return medianOf(rounds.flatMap(({ reference }) => reference.map(({ main }) => main)));
}

/**
 * What calls cost beside a bare proxy that passes the same ones on, and what both add to the time of an answer. "" if
 * no such calls were measured.
 */
export function formatBare(rounds: readonly Round[]): string {
  const names = [...(rounds[0]?.bare.keys() ?? [])];
  if (names.length === 0) return "";
  const rows = names.map((name) => {
    const all = rounds.flatMap(({ bare, costs }) => {
      const [ours, without] = [costs.get(name)?.[0], bare.get(name)];
      return ours && without ? [{ ours, ...without }] : [];
    });
    const median = (of: (round: (typeof all)[number]) => number | undefined): number =>
      medianOf(all.map((round) => of(round) ?? Number.NaN));
    const ratios = all.map(({ ours, proxy }) => ours.main / proxy.main);
    const [low, high] = spreadOf(ratios);
    const added = (part: "ours" | "proxy", quantile: keyof Latency): string =>
      median(
        (round) => (round[part].latency?.[quantile] ?? Number.NaN) - (round.upstream.latency?.[quantile] ?? Number.NaN),
      ).toFixed(2);
    return [
      name,
      median(({ ours }) => ours.main).toFixed(1),
      median(({ proxy }) => proxy.main).toFixed(1),
      `${medianOf(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
      `${added("ours", "p50")}, ${added("ours", "p99")}`,
      `${added("proxy", "p50")}, ${added("proxy", "p99")}`,
    ];
  });
  const head = ["beside a bare proxy", "main µs", "bare µs", "of bare", "adds ms (p50, p99)", "bare adds ms"];
  return `\n${table([head, ...rows])}\n`;
}

/** What the first gateway costs beside the second one, in pairs within each round. */
export function formatBeside(rounds: readonly Round[]): string {
  const rows = [...(rounds[0]?.costs.keys() ?? [])].map((name) => [
    name,
    ...(["main", "all", "postgres"] as const).flatMap((part) => {
      const pairs = pairsWithin(rounds, name, part);
      const [low, high] = spreadOf(pairs);
      return [
        `${microseconds(rounds, name, part, 1)} → ${microseconds(rounds, name, part)}`,
        `${percent(medianOf(pairs))} (${percent(low)} to ${percent(high)})`,
      ];
    }),
  ]);
  return table([["other checkout → this", "main µs", "", "process µs", "", "PostgreSQL µs", ""], ...rows]);
}

/**
 * What calls of other kinds cost the main thread beside those of the first kind, on each gateway, in pairs within each
 * round. "" where only one kind was measured.
 */
export function formatKinds(rounds: readonly Round[]): string {
  const [first, ...others] = rounds[0]?.costs.keys() ?? [];
  if (first === undefined || others.length === 0) return "";
  const gateways = ["this", "other checkout"].slice(0, rounds[0]?.costs.get(first)?.length);
  const rows = others.map((name) => [
    name,
    ...gateways.map((_, gateway) => {
      const ratios = rounds.flatMap(({ costs }) => {
        const [one, other] = [costs.get(name)?.[gateway], costs.get(first)?.[gateway]];
        return one && other ? [one.main / other.main] : [];
      });
      const [low, high] = spreadOf(ratios);
      return `${medianOf(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
    }),
  ]);
  return `\n${table([[`of ${first}`, ...gateways], ...rows])}\n`;
}

function pairsWithin(rounds: readonly Round[], scenario: string, part: CostPart): number[] {
  return rounds.flatMap(({ costs }) => {
    const [mine, theirs] = costs.get(scenario) ?? [];
    return mine && theirs ? [mine[part] / theirs[part]] : [];
  });
}

function microseconds(rounds: readonly Round[], name: string, part: CostPart, gateway = 0): string {
  const values = rounds.flatMap(({ costs }) => costs.get(name)?.[gateway]?.[part] ?? []);
  return values.length === 0 ? "" : medianOf(values).toFixed(1);
}

function percent(ratio: number): string {
  return `${ratio > 1 ? "+" : ""}${((ratio - 1) * 100).toFixed(1)}%`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
