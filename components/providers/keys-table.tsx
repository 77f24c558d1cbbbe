import { formatAge, formatCount } from "@/components/api/format";
import type { ProviderKey } from "@/lib/wire/contracts/provider-keys";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Mono } from "@/components/ui/text";
import { typeOf } from "./key-difference";

const COLUMNS: readonly Column<ProviderKey>[] = [
  {
    head: "Key id",
    cell: ({ kid }) => (
      <Mono title={kid ?? undefined} className="block max-w-28 truncate font-medium sm:max-w-96">
        {kid ?? <span className="text-ink-faint">None</span>}
      </Mono>
    ),
  },
  { head: "Type", look: "whitespace-nowrap", cell: typeOf },
  {
    head: "Age",
    title: "Since this node first saw it",
    align: "right",
    look: "whitespace-nowrap",
    cell: (key) => formatAge(key.age_seconds),
  },
  {
    head: "Tokens",
    title: "Tokens that this node verified with it",
    align: "right",
    look: "tabular-nums",
    cell: (key) => formatCount(key.tokens_seen),
  },
];

/** `isNotFetched`: whether the keys were never fetched, because nobody has needed them. */
export function KeysTable({ keys, isNotFetched }: { keys: readonly ProviderKey[]; isNotFetched: boolean }) {
  if (keys.length === 0)
    return (
      <p className="border-t px-4 py-3 text-ink-faint">
        {isNotFetched
          ? "Keys are fetched when the first token of this provider arrives."
          : "No keys are known. No token of this provider is accepted without keys."}
      </p>
    );
  return (
    <div className="border-t">
      <DataTable
        label="Keys"
        columns={COLUMNS}
        rows={keys}
        // Two keys of a provider may have no id.
        keyOf={(key) => key.kid ?? keys.indexOf(key)}
      />
    </div>
  );
}
