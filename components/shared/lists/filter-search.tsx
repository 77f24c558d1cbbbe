"use client";
import { useState } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { type FilterTerm, readFilterText } from "./filter-text";
import { idMeant, PAYER_LISTS } from "./payer-lists";

/** A field that takes filters as text, such as `team:fraud`, and sets them on Enter. Payers may be given by name. */
export function FilterSearch<Name extends string>({
  filters,
  free,
  onSet,
}: {
  filters: readonly FilterTerm<Name>[];
  free: Name | undefined;
  onSet: (to: Readonly<Partial<Record<Name, string>>>) => void;
}) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const apply = async (): Promise<void> => {
    const read = readFilterText(text, filters, free);
    setFault(read.fault);
    if (read.fault !== undefined) return;
    setText("");
    onSet(await withIds(read.set));
  };
  return (
    <form
      role="search"
      className="min-w-44 flex-1 sm:max-w-72"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <SearchInput
        label="Filter by words"
        placeholder={filters
          .slice(0, 2)
          .map(({ word }) => `${word}:…`)
          .join(" ")}
        title={`Filters: ${filters.map(({ word }) => `${word}:`).join(" ")}. Enter sets them.`}
        aria-invalid={fault !== undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFault(undefined);
        }}
      />
      {fault !== undefined && (
        <p role="alert" className="mt-1 text-meta text-bad">
          {fault}
        </p>
      )}
    </form>
  );
}

/** The filters with ids in the place of names. Where they cannot be looked up, what was typed is taken for an id. */
async function withIds<Name extends string>(
  set: Readonly<Partial<Record<Name, string>>>,
): Promise<Readonly<Partial<Record<Name, string>>>> {
  const entries = await Promise.all(
    Object.entries<string | undefined>(set).map(async ([name, value = ""]) => {
      const found = await PAYER_LISTS.get(name)
        ?.find(value)
        .catch(() => []);
      return [name, found === undefined ? value : idMeant(value, found)] as const;
    }),
  );
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
