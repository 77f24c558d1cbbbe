import type { Pool } from "pg";
import { STORED_KINDS, type StoredEntityType } from "@/lib/entity-type";
import type { PayerIdField, PayerIds, PayerNames } from "@/lib/wire/payer-names";

/**
 * The names that a caller may see. The names of teams and organisations are not restricted, because callers see only
 * rows of their own teams and organisations.
 */
export interface NameAccess {
  readonly user: (id: string) => boolean;
  readonly key: (key: {
    readonly id: string;
    readonly userId: string | null;
    readonly teamId: string | null;
  }) => boolean;
  readonly endUsers: boolean;
}

/** For administrators. */
export const EVERY_NAME: NameAccess = { user: () => true, key: () => true, endUsers: true };

/** The columns of a table besides the alias, as `other, user_id, team_id`. */
const EXTRAS: Readonly<Record<StoredEntityType, string>> = {
  key: "name, user_id, team_id",
  user: "email, NULL, NULL",
  team: "NULL, NULL, NULL",
  organization: "NULL, NULL, NULL",
  end_user: "NULL, NULL, NULL",
};
const FIELDS: readonly PayerIdField[] = STORED_KINDS.map(({ field }) => field);
const NAMES = `WITH named (field, id, alias, other, user_id, team_id) AS (${STORED_KINDS.map(
  ({ type, field, table }, at) =>
    `SELECT '${field}', id, alias, ${EXTRAS[type]} FROM ${table} WHERE id = ANY($${at + 1})`,
).join(" UNION ALL ")}) SELECT * FROM named`;

interface NameRow {
  readonly field: PayerIdField;
  readonly id: string;
  readonly alias: string | null;
  readonly other: string | null;
  readonly user_id: string | null;
  readonly team_id: string | null;
}

/**
 * The current names of the entities that rows are charged to, read in one query for all rows. The returned function
 * gives the names for one row: null for an id without a name, in no table, or hidden from the caller.
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
    for (const row of named) if (isVisible(row, access)) known.get(row.field)?.set(row.id, row);
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

function isVisible({ field, id, user_id: userId, team_id: teamId }: NameRow, access: NameAccess): boolean {
  switch (field) {
    case "key_id":
      return access.key({ id, userId, teamId });
    case "user_id":
      return access.user(id);
    case "end_user_id":
      return access.endUsers;
    case "team_id":
    case "organization_id":
      return true;
  }
}
