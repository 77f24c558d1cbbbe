import type { Pool } from "pg";
import type { PayerIdField, PayerIds, PayerNames } from "@/lib/wire/payer-names";

/** Whose names somebody may be told. Teams and organisations stand in rows of their own people alone, and are named to all. */
export interface NameAccess {
  readonly user: (id: string) => boolean;
  readonly key: (key: {
    readonly id: string;
    readonly userId: string | null;
    readonly teamId: string | null;
  }) => boolean;
  readonly endUsers: boolean;
}

/** An administrator's. */
export const EVERY_NAME: NameAccess = { user: () => true, key: () => true, endUsers: true };

const FIELDS = [
  "key_id",
  "user_id",
  "team_id",
  "organization_id",
  "end_user_id",
] as const satisfies readonly PayerIdField[];
const NAMES = `
  SELECT 'key_id' AS field, id, alias, name AS other, user_id, team_id FROM keys WHERE id = ANY($1)
  UNION ALL SELECT 'user_id', id, alias, email, NULL, NULL FROM users WHERE id = ANY($2)
  UNION ALL SELECT 'team_id', id, alias, NULL, NULL, NULL FROM teams WHERE id = ANY($3)
  UNION ALL SELECT 'organization_id', id, alias, NULL, NULL, NULL FROM organizations WHERE id = ANY($4)
  UNION ALL SELECT 'end_user_id', id, alias, NULL, NULL, NULL FROM end_users WHERE id = ANY($5)`;

interface NameRow {
  readonly field: PayerIdField;
  readonly id: string;
  readonly alias: string | null;
  readonly other: string | null;
  readonly user_id: string | null;
  readonly team_id: string | null;
}

/**
 * The names of those who pay for the rows, as they are now: one look-up for all of the rows, whatever their number. The
 * answer tells the names of one of them; null is the name of an id that has none, or that is in no table.
 */
export async function readPayerNames(
  database: Pick<Pool, "query">,
  rows: readonly PayerIds[],
  access: NameAccess,
): Promise<(ids: PayerIds) => PayerNames> {
  const wanted = FIELDS.map((field) => [...new Set(rows.flatMap((row) => row[field] ?? []))]);
  const known = new Map(FIELDS.map((field) => [field, new Map<string, NameRow>()]));
  if (wanted.some((ids) => ids.length > 0)) {
    const { rows: named } = await database.query<NameRow>(NAMES, wanted);
    for (const row of named) if (isTold(row, access)) known.get(row.field)?.set(row.id, row);
  }
  const find = (field: PayerIdField, ids: PayerIds) => known.get(field)?.get(ids[field] ?? "");
  return (ids) => {
    const key = find("key_id", ids);
    const user = find("user_id", ids);
    return {
      key_alias: key?.alias ?? null,
      key_name: key?.other ?? null,
      user_alias: user?.alias ?? null,
      user_email: user?.other ?? null,
      team_alias: find("team_id", ids)?.alias ?? null,
      organization_alias: find("organization_id", ids)?.alias ?? null,
      end_user_alias: find("end_user_id", ids)?.alias ?? null,
    };
  };
}

function isTold({ field, id, user_id: userId, team_id: teamId }: NameRow, access: NameAccess): boolean {
  switch (field) {
    case "key_id":
      return access.key({ id, userId, teamId });
    case "user_id":
      return access.user(id);
    case "end_user_id":
      return access.endUsers;
    default:
      return true;
  }
}
