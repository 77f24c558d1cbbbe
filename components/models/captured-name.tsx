import { Fragment } from "react";
import { fillStars } from "@/lib/patterns/wildcard";

/** One colour per star, the same in the name and in the upstream model. */
const COLOURS = [
  "bg-[color-mix(in_oklab,var(--series-1)_18%,transparent)] decoration-[var(--series-1)]",
  "bg-[color-mix(in_oklab,var(--series-3)_20%,transparent)] decoration-[var(--series-3)]",
  "bg-[color-mix(in_oklab,var(--series-2)_20%,transparent)] decoration-[var(--series-2)]",
  "bg-[color-mix(in_oklab,var(--series-4)_18%,transparent)] decoration-[var(--series-4)]",
] as const;

function Capture({ text, index }: { text: string; index: number }) {
  return (
    <mark
      title={`capture ${index + 1}`}
      className={`rounded-xs px-0.5 text-ink underline decoration-2 underline-offset-4 ${COLOURS[index % COLOURS.length]}`}
    >
      {text === "" ? "∅" : text}
    </mark>
  );
}

/** A requested name in which the capture of each star is marked in a colour. */
export function CapturedName({
  pattern,
  name,
  captures,
}: {
  pattern: string;
  name: string;
  captures: readonly string[];
}) {
  if (captures.length === 0) return <span className="font-mono wrap-anywhere">{name}</span>;
  return (
    <span className="font-mono wrap-anywhere">
      {pattern.split("*").map((literal, index) => (
        <Fragment key={index}>
          {literal}
          {index < captures.length && <Capture text={captures[index] ?? ""} index={index} />}
        </Fragment>
      ))}
    </span>
  );
}

/** An upstream pattern with its stars filled, each in the colour of the capture that filled it. */
export function FilledPattern({ pattern, captures }: { pattern: string; captures: readonly string[] }) {
  const literals = pattern.split("*");
  const stars = literals.length - 1;
  const skipped = Math.max(0, captures.length - stars);
  if (stars === 0) return <span className="font-mono wrap-anywhere">{fillStars(pattern, captures)}</span>;
  return (
    <span className="font-mono wrap-anywhere">
      {literals.map((literal, index) => (
        <Fragment key={index}>
          {literal}
          {index < stars && captures[index + skipped] !== undefined && (
            <Capture text={captures[index + skipped] ?? ""} index={index + skipped} />
          )}
        </Fragment>
      ))}
    </span>
  );
}
