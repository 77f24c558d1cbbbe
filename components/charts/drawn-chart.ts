/** A line of a chart, or a part of its bars. */
export interface DrawnPart {
  readonly label: string;
  readonly colour: string;
  /** What the legend says beside the label. */
  readonly detail?: string;
}

/** A step of a chart. */
interface DrawnPoint {
  /** When it begins, as an ISO time. */
  readonly at: string;
  /** What it is of, in words: "12 calls". */
  readonly told: string;
  /** The value of each part; null: it has none. */
  readonly values: readonly (number | null)[];
}

/** A chart over time, whatever it is of. */
export interface DrawnChart {
  readonly label: string;
  /** Bars stand for amounts, which can be stacked and start at zero; lines for what each call was like. */
  readonly drawnAs: "bars" | "lines";
  readonly parts: readonly DrawnPart[];
  readonly points: readonly DrawnPoint[];
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
}

/** The chart without the parts of some labels. */
export function withoutParts(chart: DrawnChart, hidden: ReadonlySet<string>): DrawnChart {
  if (hidden.size === 0) return chart;
  const isShown = (_: unknown, place: number): boolean => !hidden.has(chart.parts[place]?.label ?? "");
  return {
    ...chart,
    parts: chart.parts.filter(isShown),
    points: chart.points.map((point) => ({ ...point, values: point.values.filter(isShown) })),
  };
}

/** Whether a part has a value at a step, and none before and after it: a line needs two. */
export function isAlone({ points }: Pick<DrawnChart, "points">, part: number, step: number): boolean {
  const hasValue = (at: number): boolean => typeof points[at]?.values[part] === "number";
  return hasValue(step) && !hasValue(step - 1) && !hasValue(step + 1);
}

/** Whether every value is a whole number, so that the axis needs no fractions. */
export function isOfWholeNumbers({ points }: Pick<DrawnChart, "points">): boolean {
  return points.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
}

/** Whether any step has a value, so that there is something to draw. */
export function hasValues({ points }: Pick<DrawnChart, "points">): boolean {
  return points.some(({ values }) => values.some((value) => (value ?? 0) > 0));
}
