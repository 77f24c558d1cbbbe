"use client";
import { type ComponentProps, useState } from "react";
import { PAGED, useRead } from "@/components/api/use-read";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { useDebounced } from "@/components/shared/use-debounced";
import { Input } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { type EntityKind, type EntityRow, KINDS } from "./kinds";

/** How many names are offered; typing narrows them. */
const OFFERED = 12;

type InputProps = Omit<ComponentProps<typeof Input>, "name" | "value" | "list"> & { readonly value: string };

/** A field that filters a list. Ids of payers are offered by name or id as soon as somebody is in the field. */
export function PayerFilter({ name, ...rest }: InputProps & { readonly name: string }) {
  switch (name) {
    case "team_id":
      return <EntityFilter kind={KINDS.team} {...rest} />;
    case "user_id":
      return <EntityFilter kind={KINDS.user} {...rest} />;
    case "organization_id":
      return <EntityFilter kind={KINDS.organization} {...rest} />;
    case "end_user_id":
      return <EntityFilter kind={KINDS.customer} {...rest} />;
    case "key_id":
      return <KeyFilter {...rest} />;
    default:
      return <Input type="search" {...rest} />;
  }
}

function EntityFilter<Row extends EntityRow>({ kind, ...rest }: InputProps & { readonly kind: EntityKind<Row> }) {
  const { isIn, search, field } = useSearchField(rest);
  const found = useRead(kind.contracts.list, { search, page: 1, size: OFFERED }, { ...PAGED, enabled: isIn });
  return (
    <CompletedInput
      {...field}
      offered={(found.data?.data ?? []).map((row) => ({ id: kind.idOf(row), name: kind.nameOf(row) }))}
    />
  );
}

function KeyFilter(props: InputProps) {
  const { isIn, search, field } = useSearchField(props);
  const found = useRead(keyContracts.list, { search, page: 1, size: OFFERED }, { ...PAGED, enabled: isIn });
  return (
    <CompletedInput
      {...field}
      offered={(found.data?.data ?? []).map((row) => ({ id: row.token_id, name: row.key_alias ?? row.key_name }))}
    />
  );
}

function useSearchField(props: InputProps) {
  const [isIn, setIsIn] = useState(false);
  const search = useDebounced(props.value.trim());
  return { isIn, search, field: { ...props, type: "search", className: "", onFocus: () => setIsIn(true) } };
}
