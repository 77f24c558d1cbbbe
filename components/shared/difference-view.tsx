import { classNames } from "@/components/ui/class-names";
import { compareJson } from "./difference";

const MARKS = { same: " ", removed: "−", added: "+" } as const;

/** What changed between two JSON values, line by line; colour is never the only sign. */
export function DifferenceView({ before, after, label }: { before: unknown; after: unknown; label: string }) {
  const lines = compareJson(before, after);
  if (lines.every((line) => line.kind === "same")) return <p className="text-ink-faint">Nothing differs.</p>;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[60dvh] overflow-auto rounded-md border bg-muted/40 py-1.5 font-mono text-[12px] leading-5"
    >
      <ul className="w-max min-w-full">
        {lines.map((line, index) => (
          <li
            key={index}
            className={classNames(
              "px-3 whitespace-pre",
              line.kind === "removed" && "bg-bad-soft text-bad",
              line.kind === "added" && "bg-good-soft text-good",
            )}
          >
            <span aria-label={line.kind === "same" ? undefined : line.kind} className="mr-2 select-none">
              {MARKS[line.kind]}
            </span>
            {line.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
