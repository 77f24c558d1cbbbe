import { z } from "zod";
import type { ENTITY_KINDS, StoredEntityType } from "@/lib/entity-type";

const name = (what: string) =>
  z.string().nullable().describe(`${what}, as it is now; null: there is none, or the caller may not see it`);

/** The names of payers, shown beside their ids in rows of spend. */
export const payerNames = {
  key_alias: name("The key's alias"),
  key_name: name("`sk-` and the last four characters of the key"),
  user_alias: name("The user's alias"),
  user_email: name("The user's e-mail address"),
  team_alias: name("The team's alias"),
  organization_alias: name("The organisation's alias"),
  end_user_alias: name("The end user's alias"),
};
const payerNamesSchema = z.object(payerNames);
export type PayerNames = z.infer<typeof payerNamesSchema>;
/** The names of payers, for rows that have only some of the ids. */
export const optionalPayerNames = payerNamesSchema.partial().shape;

/** The names shown beside each id. */
export const NAMES_OF_PAYERS = {
  key_id: ["key_alias", "key_name"],
  user_id: ["user_alias", "user_email"],
  team_id: ["team_alias"],
  organization_id: ["organization_alias"],
  end_user_id: ["end_user_alias"],
} as const satisfies Record<PayerIdField, readonly (keyof PayerNames)[]>;
export type PayerIdField = (typeof ENTITY_KINDS)[StoredEntityType]["field"];
export type PayerIds = Readonly<Partial<Record<PayerIdField, string | null>>>;

/** The names in the order in which they are shown and exported. */
export const PAYER_NAME_COLUMNS = [
  "key_alias",
  "key_name",
  "user_alias",
  "user_email",
  "team_alias",
  "organization_alias",
  "end_user_alias",
] as const satisfies readonly (keyof PayerNames)[];
