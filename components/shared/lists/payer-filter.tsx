"use client";
import { type ComponentProps, useState } from "react";
import type { z } from "zod";
import { PAGED, useRead } from "@/components/api/use-read";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { useDebounced } from "@/components/shared/use-debounced";
import { Input } from "@/components/ui/field";
import type { ReadContract } from "@/lib/wire/contract";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";

/** How many names are offered. Typing narrows them down. */
const OFFERED = 12;

type InputProps = Omit<ComponentProps<typeof Input>, "name" | "value" | "list"> & { readonly value: string };

/**
 * A field that filters a list. It offers ids of payers, by name or id, and issuers, once the field has the focus. Who
 * had it before the page worked is noticed by what they type.
 */
export function PayerFilter({ name, ...rest }: InputProps & { readonly name: string }) {
  switch (name) {
    case "team_id":
      return (
        <Completed
          {...rest}
          list={teamContracts.list}
          idOf={(row) => row.team_id}
          nameOf={({ team_alias: alias, team_id: id }) => alias ?? id}
        />
      );
    case "user_id":
      return (
        <Completed
          {...rest}
          list={userContracts.list}
          idOf={(row) => row.user_id}
          nameOf={({ user_alias: alias, user_email: email, user_id: id }) => alias ?? email ?? id}
        />
      );
    case "organization_id":
      return (
        <Completed
          {...rest}
          list={organizationContracts.list}
          idOf={(row) => row.organization_id}
          nameOf={({ organization_alias: alias, organization_id: id }) => alias ?? id}
        />
      );
    case "end_user_id":
      return (
        <Completed
          {...rest}
          list={endUserContracts.list}
          idOf={(row) => row.user_id}
          nameOf={({ alias, user_id: id }) => alias ?? id}
        />
      );
    case "key_id":
      return (
        <Completed
          {...rest}
          list={keyContracts.list}
          idOf={(row) => row.token_id}
          nameOf={({ key_alias: alias, key_name: masked }) => alias ?? masked}
        />
      );
    case "issuer":
      return <IssuerInput {...rest} />;
    default:
      return <Input type="search" {...rest} />;
  }
}

/** A field for an issuer. Few are known, so all of them are offered, and the browser narrows them down. */
function IssuerInput(props: InputProps) {
  const [isIn, setIsIn] = useState(false);
  const found = useRead(providerKeyContracts.show, {}, { enabled: isIn });
  const issuers = new Set((found.data?.data ?? []).flatMap(({ issuer }) => issuer ?? []));
  return (
    <CompletedInput
      {...props}
      type="search"
      className=""
      onFocus={() => setIsIn(true)}
      onInput={() => setIsIn(true)}
      offered={[...issuers].map((issuer) => ({ id: issuer, name: issuer }))}
    />
  );
}

function Completed<Row>({
  list,
  idOf,
  nameOf,
  ...rest
}: InputProps & {
  readonly list: ReadContract<z.ZodType, z.ZodType<{ data: Row[] }>>;
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
}) {
  const [isIn, setIsIn] = useState(false);
  const search = useDebounced(rest.value.trim());
  const found = useRead(list, { search, page: 1, size: OFFERED }, { ...PAGED, enabled: isIn });
  return (
    <CompletedInput
      {...rest}
      type="search"
      className=""
      onFocus={() => setIsIn(true)}
      onInput={() => setIsIn(true)}
      offered={(found.data?.data ?? []).map((row) => ({ id: idOf(row), name: nameOf(row) }))}
    />
  );
}
