import type { PayerIdField } from "@/lib/wire/payer-names";
import { type NamedPayer, payerName } from "./payer-name";

/** A payer in one line: the name with the id on hover, or the id where no name is known. */
export function PayerLine({ row, field }: { row: NamedPayer; field: PayerIdField }) {
  const id = row[field] ?? undefined;
  if (id === undefined) return <span className="text-ink-faint">–</span>;
  const name = payerName(row, field);
  return (
    <span className="block max-w-40 truncate xl:max-w-56" title={name === undefined ? id : `${name} (${id})`}>
      {name ?? id}
    </span>
  );
}

/** A payer in full: the name where one is known, and the id. */
export function Payer({ row, field }: { row: NamedPayer; field: PayerIdField }) {
  const id = row[field] ?? undefined;
  const name = payerName(row, field);
  if (id === undefined) return <span className="text-ink-faint">None</span>;
  if (name === undefined) return id;
  return (
    <>
      {name} <span className="font-mono text-[12px] break-all text-ink-faint">{id}</span>
    </>
  );
}
