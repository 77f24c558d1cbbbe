import { Mono } from "@/components/ui/text";

/** The claims that a session of the tested account would stand for. */
export function Claims({ claims }: { claims: Readonly<Record<string, unknown>> }) {
  const rows = Object.entries(claims).toSorted(([one], [other]) => one.localeCompare(other));
  return (
    <details className="group">
      <summary className="cursor-pointer rounded text-accent-text hover:underline">
        All {rows.length} claims of the tested account
      </summary>
      <dl
        aria-label="Claims"
        className="mt-2 grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md border bg-muted/50 p-3"
      >
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>
              <Mono className="text-ink-soft wrap-anywhere">{name}</Mono>
            </dt>
            <dd>
              <Mono className="wrap-anywhere">{typeof value === "string" ? value : JSON.stringify(value)}</Mono>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
