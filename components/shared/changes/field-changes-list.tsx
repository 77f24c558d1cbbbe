import type { FieldChange } from "./field-changes";

/** What changed, field by field: the value before and the value now. Colour is never the only sign. */
export function FieldChangesList({ changes, label }: { changes: readonly FieldChange[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y rounded-md border">
      {changes.map(({ path, removed, added }) => (
        <li key={path} className="px-3 py-1.5">
          <span className="block font-mono text-meta wrap-anywhere text-ink-faint">{path}</span>
          {isReplacement({ removed, added }) ? (
            <span className="block wrap-anywhere">
              <Removed text={removed[0] ?? ""} /> <span aria-hidden>→</span> <Added text={added[0] ?? ""} />
            </span>
          ) : (
            <>
              {removed.map((text, index) => (
                <span key={index} className="block wrap-anywhere">
                  <Removed text={text} />
                </span>
              ))}
              {added.map((text, index) => (
                <span key={index} className="block wrap-anywhere">
                  <Added text={text} />
                </span>
              ))}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function isReplacement({ removed, added }: Pick<FieldChange, "removed" | "added">): boolean {
  return removed.length === 1 && added.length === 1;
}

function Removed({ text }: { text: string }) {
  return (
    <del className="rounded-sm bg-bad-soft px-1 text-bad">
      <span className="sr-only">removed </span>
      {text}
    </del>
  );
}

function Added({ text }: { text: string }) {
  return (
    <ins className="rounded-sm bg-good-soft px-1 text-good no-underline">
      <span className="sr-only">added </span>
      {text}
    </ins>
  );
}
