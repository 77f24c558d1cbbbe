import type { PayerIdField } from "@/lib/wire/payer-names";
import { type NamedPayer, payerName } from "./payer-name";

/** Who pays, in one line: by name where there is one, with the id on hover; else by the id. */
export function PayerLine({ of, field }: { of: NamedPayer; field: PayerIdField }) {
  const id = of[field] ?? undefined;
  if (id === undefined) return <span className="text-ink-faint">–</span>;
  const name = payerName(of, field);
  return (
    <span className="block max-w-40 truncate xl:max-w-56" title={name === undefined ? id : `${name} (${id})`}>
      {name ?? id}
    </span>
  );
}

/** Who pays, in full: the name where there is one, and the id. */
export function Payer({ of, field }: { of: NamedPayer; field: PayerIdField }) {
  const id = of[field] ?? undefined;
  const name = payerName(of, field);
  if (id === undefined) return <span className="text-ink-faint">None</span>;
  if (name === undefined) return id;
  return (
    <>
      {name} <span className="font-mono text-[12px] break-all text-ink-faint">{id}</span>
    </>
  );
}
