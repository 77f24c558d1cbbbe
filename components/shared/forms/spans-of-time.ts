interface Choice {
  readonly value: string;
  readonly label: string;
}

const SPANS = [
  { value: "1h", span: "an hour" },
  { value: "1d", span: "a day" },
  { value: "7d", span: "7 days" },
  { value: "30d", span: "30 days" },
  { value: "90d", span: "90 days" },
] as const;
export type Span = (typeof SPANS)[number]["value"];

/** The spans of time that a form offers for a key, from one to another: `In a day`, `For 7 days`. */
export function spansOf(first: Span, last: Span, word: "In" | "For"): readonly Choice[] {
  const values = SPANS.map(({ value }) => value);
  return SPANS.slice(values.indexOf(first), values.indexOf(last) + 1).map(({ value, span }) => ({
    value,
    label: `${word} ${span}`,
  }));
}
