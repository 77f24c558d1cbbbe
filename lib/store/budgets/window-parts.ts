import { hoursWithout, type DaySpan, nameOf, type Span, spansWithin } from "../spend/summed-spans";

/** A window of whole hours: its duration, and its hours since the epoch. */
interface WholeWindow extends Span {
  readonly duration: string;
}

/** What is read for windows, instead of all of their hours. */
interface WindowParts {
  /** The spans of days in each window whose sums are kept. */
  readonly spans: readonly ({ readonly duration: string } & DaySpan)[];
  /** The hours of each window outside of these spans. */
  readonly hours: readonly WholeWindow[];
  /** The hours that some window needs, in order and without overlaps. */
  readonly reaches: readonly Span[];
}

/** The parts of windows. `summed`: the spans whose sums are kept. */
export function partsOf(windows: readonly WholeWindow[], summed: readonly DaySpan[]): WindowParts {
  const chosen = windows.map((window) => ({ window, spans: spansWithin(window, summed) }));
  const hours = chosen.flatMap(({ window, spans }) =>
    hoursWithout(window, spans).map((span) => ({ duration: window.duration, ...span })),
  );
  return {
    spans: chosen.flatMap(({ window: { duration }, spans }) => spans.map((one) => ({ duration, ...one }))),
    hours,
    reaches: joined(hours),
  };
}

/** The summed spans that any of the parts reads, each once. */
export function spansOf({ spans }: WindowParts): readonly DaySpan[] {
  return [...new Map(spans.map(({ days, day }) => [nameOf({ days, day }), { days, day }])).values()];
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
