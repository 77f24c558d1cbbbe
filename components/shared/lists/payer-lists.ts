"use client";
import { useState } from "react";
import type { z } from "zod";
import { callOperation } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import type { Offered } from "@/components/shared/forms/fitting-options";
import { useDebounced } from "@/components/shared/use-debounced";
import type { ReadContract } from "@/lib/wire/contract";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";

/** How many names are offered. Typing narrows them down. */
const OFFERED = 50;

/** A list of payers that can be searched by name or id. */
export interface PayerList {
  /** Those that fit a text, while `isAsked`. */
  readonly useOffered: (search: string, isAsked: boolean) => readonly Offered[];
  readonly find: (search: string) => Promise<readonly Offered[]>;
}

function listOf<Row>(
  list: ReadContract<z.ZodType, z.ZodType<{ data: Row[] }>>,
  offer: (row: Row) => Offered,
): PayerList {
  return {
    useOffered: (search, isAsked) =>
      (useRead(list, { search, page: 1, size: OFFERED }, { ...PAGED, enabled: isAsked }).data?.data ?? []).map(offer),
    find: async (search) => (await callOperation(list, { search, page: 1, size: OFFERED })).data.map(offer),
  };
}

/** The lists of payers, by the filter that takes their ids. */
export const PAYERS = {
  team_id: listOf(teamContracts.list, ({ team_alias: alias, team_id: id }) => ({ id, name: alias ?? id })),
  user_id: listOf(userContracts.list, ({ user_alias: alias, user_email: email, user_id: id }) => ({
    id,
    name: alias ?? email ?? id,
  })),
  organization_id: listOf(organizationContracts.list, ({ organization_alias: alias, organization_id: id }) => ({
    id,
    name: alias ?? id,
  })),
  end_user_id: listOf(endUserContracts.list, ({ alias, user_id: id }) => ({ id, name: alias ?? id })),
  key_id: listOf(keyContracts.list, ({ key_alias: alias, key_name: masked, token_id: id }) => ({
    id,
    name: alias ?? masked,
  })),
} as const satisfies Readonly<Record<string, PayerList>>;
export const PAYER_LISTS = new Map<string, PayerList>(Object.entries(PAYERS));

/**
 * What a field for the id of a payer offers: what fits what is typed, by id or name, or the first of all, with the one
 * of `value` at their head if it is not among them. `isAsked`: whether the field is in use.
 */
export function useSearched(list: PayerList, value: string, isAsked = true) {
  const [typed, onSearch] = useState("");
  const held = useDebounced(value.trim());
  const found = list.useOffered(useDebounced(typed.trim()), isAsked);
  const chosen = list.useOffered(held, isAsked && held !== "").find(({ id }) => id === held);
  const isMissing = chosen !== undefined && found.every(({ id }) => id !== held);
  return { offered: isMissing ? [chosen, ...found] : found, chosen, onSearch };
}

/** The id that somebody means by a name: that of the id itself, of the same name, or of the only one that fits. */
export function idMeant(text: string, found: readonly Offered[]): string {
  const wanted = text.toLowerCase();
  const named = found.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.some(({ id }) => id === text)) return text;
  const [one, ...others] = named.length > 0 ? named : found;
  return one !== undefined && others.length === 0 ? one.id : text;
}
