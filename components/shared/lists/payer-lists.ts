"use client";
import type { z } from "zod";
import { callOperation } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import type { ReadContract } from "@/lib/wire/contract";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";

/** How many names are offered. Typing narrows them down. */
const OFFERED = 12;

/** An id that a filter takes, with the name that people know it by. */
export interface Offered {
  readonly id: string;
  readonly name: string;
}

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
export const PAYER_LISTS = new Map<string, PayerList>([
  ["team_id", listOf(teamContracts.list, ({ team_alias: alias, team_id: id }) => ({ id, name: alias ?? id }))],
  [
    "user_id",
    listOf(userContracts.list, ({ user_alias: alias, user_email: email, user_id: id }) => ({
      id,
      name: alias ?? email ?? id,
    })),
  ],
  [
    "organization_id",
    listOf(organizationContracts.list, ({ organization_alias: alias, organization_id: id }) => ({
      id,
      name: alias ?? id,
    })),
  ],
  ["end_user_id", listOf(endUserContracts.list, ({ alias, user_id: id }) => ({ id, name: alias ?? id }))],
  [
    "key_id",
    listOf(keyContracts.list, ({ key_alias: alias, key_name: masked, token_id: id }) => ({
      id,
      name: alias ?? masked,
    })),
  ],
]);

/** The id that somebody means by a name: that of the id itself, of the same name, or of the only one that fits. */
export function idMeant(text: string, found: readonly Offered[]): string {
  const wanted = text.toLowerCase();
  const named = found.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.some(({ id }) => id === text)) return text;
  const [one, ...others] = named.length > 0 ? named : found;
  return one !== undefined && others.length === 0 ? one.id : text;
}
