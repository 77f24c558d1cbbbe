import { Prisma } from "@/lib/store/generated/client";

/** The ids of a key and of its owners, from which a caller's right to the key follows. */
export interface KeyOwner {
  readonly id: string;
  readonly userId: string | null;
  readonly teamId: string | null;
}

/**
 * The keys that a caller may see and touch, as data: all keys, or those that match one of the parts, each of which
 * lists ids for one column. `isInScope` checks one key and `scopeCondition` filters the table, so both always agree.
 */
export type KeyScope = "all" | readonly KeyScopePart[];

interface KeyScopePart {
  readonly column: keyof KeyOwner;
  readonly ids: readonly string[];
}

const COLUMNS = {
  id: Prisma.sql`row.id`,
  userId: Prisma.sql`row.user_id`,
  teamId: Prisma.sql`row.team_id`,
} satisfies Record<keyof KeyOwner, Prisma.Sql>;

/** Whether a key belongs to a scope. */
export function isInScope(scope: KeyScope, key: KeyOwner): boolean {
  return scope === "all" || scope.some(({ column, ids }) => ids.some((id) => id === key[column]));
}

/** A scope as a condition on `keys AS row`. */
export function scopeCondition(scope: KeyScope): Prisma.Sql {
  if (scope === "all") return Prisma.sql`TRUE`;
  const parts = scope.map(({ column, ids }) => Prisma.sql`${COLUMNS[column]} = ANY(${[...ids]})`);
  return parts.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(parts, " OR ")})`;
}
