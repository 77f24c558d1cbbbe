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
const NAMES = `WITH named (kind, id, alias, other, user_id, team_id) AS (${STORED_KINDS.map(
  ({ type, table }, at) => `SELECT ${at}, id, alias, ${EXTRAS[type]} FROM ${table} WHERE id = ANY($${at + 1})`,
).join(" UNION ALL ")}) SELECT * FROM named`;

/** A row of that query; the kind is the place of the entity's kind in `STORED_KINDS`. */
type NameRow = readonly [
  kind: number,
  id: string,
  alias: string | null,
  other: string | null,
  userId: string | null,
  teamId: string | null,
];

/** The names of an entity: its alias, and the name of a key or the e-mail address of a user. */
export interface EntityNames {
  readonly alias: string | null;
  readonly other: string | null;
}
const NOBODY: EntityNames = { alias: null, other: null };

/** Ids of each kind, or what is known of them, in the order of `STORED_KINDS`. */
type ByKind<Value> = readonly Value[];

/** The current names of entities that have any and that the caller may see, by their ids, in one query. */
export async function readEntityNames(
  database: Pick<Pool, "query">,
  wanted: ByKind<readonly string[]>,
  access: NameAccess,
): Promise<ByKind<ReadonlyMap<string, EntityNames>>> {
  const known = STORED_KINDS.map(() => new Map<string, EntityNames>());
  if (wanted.every((ids) => ids.length === 0)) return known;
  // Exports read thousands of names: as arrays, they are decoded in half the time.
  const { rows } = await database.query<[...NameRow]>({ text: NAMES, values: [...wanted], rowMode: "array" });
  for (const row of rows) {
    const [kind, id, alias, other] = row;
    if (isVisible(row, access)) known[kind]?.set(id, { alias, other });
  }
  return known;
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
  const wanted = STORED_KINDS.map(({ field }) => [...new Set(rows.flatMap((row) => row[field] ?? []))]);
  const known = await readEntityNames(database, wanted, access);
  const names = new Map<PayerIdField, ReadonlyMap<string, EntityNames> | undefined>(
    STORED_KINDS.map(({ field }, at) => [field, known[at]]),
  );
  const find = (field: PayerIdField, ids: PayerIds) => names.get(field)?.get(ids[field] ?? "") ?? NOBODY;
  return (ids) => {
    const key = find("key_id", ids);
    const user = find("user_id", ids);
    return {
      key_alias: key.alias,
      key_name: key.other,
      user_alias: user.alias,
      user_email: user.other,
      team_alias: find("team_id", ids).alias,
      organization_alias: find("organization_id", ids).alias,
      end_user_alias: find("end_user_id", ids).alias,
    };
  };
}

function isVisible([kind, id, , , userId, teamId]: NameRow, access: NameAccess): boolean {
  switch (STORED_KINDS[kind]?.type) {
    case "key":
      return access.key({ id, userId, teamId });
    case "user":
      return access.user(id);
    case "end_user":
      return access.endUsers;
    case "team":
    case "organization":
      return true;
    case undefined:
      return false;
  }
}
