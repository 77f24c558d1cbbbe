import { CopyButton } from "./copy-button";

/** Lines to paste somewhere else, with a button that copies them. */
export function CodeBlock({ code, label, wrap }: { code: string; label: string; wrap?: boolean }) {
  return (
    <figure className="overflow-hidden rounded-md border bg-muted/50">
      <figcaption className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3 text-meta text-ink-faint">
        <span className="truncate">{label}</span>
        <CopyButton text={code} label={`Copy: ${label}`} compact />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto px-3 py-2.5 font-mono text-meta leading-relaxed ${wrap ? "break-all whitespace-pre-wrap" : ""}`}
      >
        {code}
      </pre>
    </figure>
  );
}
