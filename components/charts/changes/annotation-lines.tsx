import { ReferenceLine } from "recharts";

/** How the line of a change looks in a chart. */
const LOOK = {
  stroke: "var(--accent)",
  strokeDasharray: "2 3",
  label: { value: "◆", position: "insideTop", fill: "var(--accent)", fontSize: 10 },
} as const;

/** The lines of the changes in a chart, by the steps in which they happened. */
export function annotationLines(annotations: ReadonlyMap<string, readonly string[]>) {
  return [...annotations.keys()].map((key) => <ReferenceLine key={`changed ${key}`} x={key} {...LOOK} />);
}

/** How many changes of one step are told. */
const TOLD = 4;

/** What changed during a step, in the card of a chart. */
export function AnnotationList({ annotations }: { annotations: readonly string[] }) {
  if (annotations.length === 0) return null;
  return (
    <ul className="mt-1.5 space-y-0.5 border-t pt-1.5">
      {annotations.slice(0, TOLD).map((text, at) => (
        <li key={at} className="flex items-baseline gap-1.5">
          <span aria-hidden className="text-accent">
            ◆
          </span>
          <span className="max-w-56 truncate">{text}</span>
        </li>
      ))}
      {annotations.length > TOLD && <li className="text-ink-faint">and {annotations.length - TOLD} more</li>}
    </ul>
  );
}
