"use client";
import { type ComponentProps, useState } from "react";
import { useRead } from "@/components/api/use-read";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { Input } from "@/components/ui/field";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { PAYER_LISTS, type PayerList, useSearched } from "./payer-lists";

type InputProps = Omit<ComponentProps<typeof Input>, "name" | "value" | "list"> & { readonly value: string };

/**
 * A field that filters a list. It offers ids of payers, by name or id, and issuers, once the field has the focus. Who
 * had it before the page worked is noticed by what they type.
 */
export function PayerFilter({ name, ...rest }: InputProps & { readonly name: string }) {
  const list = PAYER_LISTS.get(name);
  if (list) return <Completed {...rest} list={list} />;
  return name === "issuer" ? <IssuerInput {...rest} /> : <Input type="search" {...rest} />;
}

/** A field for an issuer. Few are known, so all of them are offered, and the browser narrows them down. */
function IssuerInput(props: InputProps) {
  const [isIn, setIsIn] = useState(false);
  const found = useRead(providerKeyContracts.show, {}, { enabled: isIn });
  const issuers = new Set((found.data?.data ?? []).flatMap(({ issuer }) => issuer ?? []));
  return (
    <CompletedInput
      className=""
      {...props}
      type="search"
      onFocus={() => setIsIn(true)}
      onInput={() => setIsIn(true)}
      offered={[...issuers].map((issuer) => ({ id: issuer, name: issuer }))}
    />
  );
}

function Completed({ list, ...rest }: InputProps & { readonly list: PayerList }) {
  const [isIn, setIsIn] = useState(false);
  const { offered, onSearch } = useSearched(list, rest.value, isIn);
  return (
    <CompletedInput
      className=""
      {...rest}
      type="search"
      onFocus={() => setIsIn(true)}
      onInput={() => setIsIn(true)}
      offered={offered}
      onSearch={onSearch}
    />
  );
}
