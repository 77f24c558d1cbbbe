import { hoursWithout, type Span, type Weeks, weeksWithin } from "../spend/weekly-figures";

/** A window of whole hours: its duration, and its hours since the epoch. */
interface WholeWindow extends Span {
  readonly duration: string;
}

/** What is read for windows, instead of all of their hours. */
interface WindowParts {
  /** The weeks of each window whose sums are kept. */
  readonly weeks: readonly ({ readonly duration: string } & Weeks)[];
  /** The hours of each window outside of these weeks. */
  readonly hours: readonly WholeWindow[];
  /** The hours that some window needs, in order and without overlaps. */
  readonly reaches: readonly Span[];
}

/** The parts of windows. `summed`: the weeks whose sums are kept. */
export function partsOf(windows: readonly WholeWindow[], summed: readonly Weeks[]): WindowParts {
  const chosen = windows.map((window) => ({ window, weeks: weeksWithin(window, summed) }));
  const hours = chosen.flatMap(({ window, weeks }) =>
    hoursWithout(window, weeks).map((span) => ({ duration: window.duration, ...span })),
  );
  return {
    weeks: chosen.flatMap(({ window: { duration }, weeks }) => weeks.map((one) => ({ duration, ...one }))),
    hours,
    reaches: joined(hours),
  };
}

/** The summed weeks that any of the parts reads, each once. */
export function weeksOf({ weeks }: WindowParts): readonly Weeks[] {
  return [...new Map(weeks.map(({ weeks: length, week }) => [`${length} ${week}`, { weeks: length, week }])).values()];
}

function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last && from <= last.until) found[found.length - 1] = { ...last, until: Math.max(last.until, until) };
    else found.push({ from, until });
  }
  return found;
}
