import type { PayerIdField, PayerIds, PayerNames } from "@/lib/wire/payer-names";

/** A row of spend: ids of those who pay, and what they are called. */
export type NamedPayer = PayerIds & Partial<PayerNames>;

/** What people call the one who pays for a row, as everywhere in the console; undefined where no name is known. */
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
