import { Prisma } from "@/lib/store/generated/client";

/** The ids of a key and of its owners: a caller's right to the key follows from them. */
export interface KeyOwner {
  readonly id: string;
  readonly userId: string | null;
  readonly teamId: string | null;
}

/**
 * The keys that a caller may see and touch, as data: all of them, or those with one id in one column. `isInScope`
 * asks it of one key and `scopeCondition` of the table, so both always agree.
 */
export type KeyScope = "all" | { readonly column: keyof KeyOwner; readonly id: string };

const COLUMNS = {
  id: Prisma.sql`row.id`,
  userId: Prisma.sql`row.user_id`,
  teamId: Prisma.sql`row.team_id`,
} satisfies Record<keyof KeyOwner, Prisma.Sql>;

/** Whether a key belongs to a scope. */
export function isInScope(scope: KeyScope, key: KeyOwner): boolean {
  return scope === "all" || key[scope.column] === scope.id;
}

/** The same as a condition on `keys AS row`. */
export function scopeCondition(scope: KeyScope): Prisma.Sql {
  return scope === "all" ? Prisma.sql`TRUE` : Prisma.sql`${COLUMNS[scope.column]} = ${scope.id}`;
}
