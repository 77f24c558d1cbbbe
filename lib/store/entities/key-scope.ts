import { Prisma } from "@/lib/store/generated/client";

/** The ids of a key and of its owners: a caller's right to the key follows from them. */
export interface KeyOwner {
  readonly id: string;
  readonly userId: string | null;
  readonly teamId: string | null;
}

/**
 * The keys that a caller may see and touch, as data: all of them, or those with one of some ids in a column; they match
 * any of the parts. `isInScope` asks it of one key and `scopeCondition` of the table, so both always agree.
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

/** The same as a condition on `keys AS row`. */
export function scopeCondition(scope: KeyScope): Prisma.Sql {
  if (scope === "all") return Prisma.sql`TRUE`;
  const parts = scope.map(({ column, ids }) => Prisma.sql`${COLUMNS[column]} = ANY(${[...ids]})`);
  return parts.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(parts, " OR ")})`;
}
