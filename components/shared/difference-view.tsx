import { classNames } from "@/components/ui/class-names";
import { fieldChanges } from "./changes/field-changes";
import { FieldChangesList } from "./changes/field-changes-list";
import { compareJson } from "./difference";

const MARKS = { same: " ", removed: "−", added: "+" } as const;

/** What changed between two JSON values: field by field, and on demand line by line. */
export function DifferenceView({ before, after, label }: { before: unknown; after: unknown; label: string }) {
  const changes = fieldChanges(before, after);
  if (changes.length === 0) return <p className="text-ink-faint">There are no differences.</p>;
  return (
    <div role="region" aria-label={label} className="space-y-2">
      <FieldChangesList label={label} changes={changes} />
      <details>
        <summary className="cursor-pointer text-meta text-ink-soft">As JSON</summary>
        <JsonLines before={before} after={after} label={`${label}, as JSON`} />
      </details>
    </div>
  );
}

/** The two values line by line. Colour is never the only sign. */
function JsonLines({ before, after, label }: { before: unknown; after: unknown; label: string }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="mt-2 max-h-[60dvh] overflow-auto rounded-md border bg-muted/40 py-1.5 font-mono text-meta leading-5"
    >
      <ul className="w-max min-w-full">
        {compareJson(before, after).map((line, index) => (
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
