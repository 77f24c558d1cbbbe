import type { PayerIdField } from "@/lib/wire/payer-names";
import type { PagedKind } from "./entity-address";
import { EntityLink } from "./entity-link";
import { type NamedPayer, payerName } from "./payer-name";

/** The kind of page that each payer has. */
const PAGES: Readonly<Record<PayerIdField, PagedKind>> = {
  team_id: "team",
  user_id: "user",
  organization_id: "organization",
  key_id: "key",
  end_user_id: "end_user",
};

/** A payer in one line: the name with the id on hover, or the id where no name is known. */
export function PayerLine({ row, field }: { row: NamedPayer; field: PayerIdField }) {
  const id = row[field] ?? undefined;
  if (id === undefined) return <span className="text-ink-faint">–</span>;
  const name = payerName(row, field);
  const title = name === undefined ? id : `${name} (${id})`;
  return (
    <span dir="auto" className="block max-w-40 truncate text-left xl:max-w-56" title={title}>
      <EntityLink kind={PAGES[field]} id={id}>
        {name ?? id}
      </EntityLink>
    </span>
  );
}

/** A payer in full: the name where one is known, and the id. */
export function Payer({ row, field }: { row: NamedPayer; field: PayerIdField }) {
  const id = row[field] ?? undefined;
  const name = payerName(row, field);
  if (id === undefined) return <span className="text-ink-faint">None</span>;
  const shown = (
    <EntityLink kind={PAGES[field]} id={id}>
      {name ?? id}
    </EntityLink>
  );
  if (name === undefined || name === id) return shown;
  return (
    <>
      {shown} <span className="inline-block font-mono text-meta wrap-anywhere text-ink-faint">{id}</span>
    </>
  );
}
