import type { ReactNode } from "react";

/** Names and values, one pair a line. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 text-body">
      {rows.map(([name, value], index) => (
        <div key={index} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
