import type { PayerIdField, PayerIds, PayerNames } from "@/lib/wire/payer-names";

/** The ids of a row's payers, and their names where known. */
export type NamedPayer = PayerIds & Partial<PayerNames>;

/** The name of a payer of a row; undefined: no name is known. */
export function payerName(row: NamedPayer, field: PayerIdField): string | undefined {
  switch (field) {
    case "key_id":
      return row.key_alias ?? row.key_name ?? undefined;
    case "user_id":
      return row.user_alias ?? row.user_email ?? undefined;
    case "team_id":
      return row.team_alias ?? undefined;
    case "organization_id":
      return row.organization_alias ?? undefined;
    case "end_user_id":
      return row.end_user_alias ?? undefined;
  }
}
