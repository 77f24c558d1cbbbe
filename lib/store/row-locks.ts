import { GatewayError } from "@/lib/errors";
import { Prisma } from "./generated/client";
import type { Transaction } from "./write";

const TABLES = {
  users: Prisma.sql`users`,
  organizations: Prisma.sql`organizations`,
  end_users: Prisma.sql`end_users`,
  teams: Prisma.sql`teams`,
  keys: Prisma.sql`keys`,
  models: Prisma.sql`models`,
  prices: Prisma.sql`prices`,
};

const STRENGTHS = {
  /** Nobody else changes them. */
  change: Prisma.sql`FOR NO KEY UPDATE`,
  /** Nobody else changes them, or writes a row that refers to them. */
  delete: Prisma.sql`FOR UPDATE`,
  /** Nobody deletes them: for rows that a row about to be written refers to. */
  refer: Prisma.sql`FOR KEY SHARE`,
};

/**
 * Locks rows until the transaction ends; returns the ids of those that exist. Every transaction takes its locks in
 * the order of the tables above (memberships between teams and keys), and of ids within each, so that no two wait
 * for one another.
 */
export async function lockRows(
  transaction: Transaction,
  table: keyof typeof TABLES,
  ids: readonly string[],
  purpose: keyof typeof STRENGTHS,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${TABLES[table]} WHERE id = ANY(${[...ids]}) ORDER BY id ${STRENGTHS[purpose]}`;
  return new Set(rows.map(({ id }) => id));
}

/** The same for rows that must all be there. @throws GatewayError not_found, naming the first that is not and the field that asked for it */
export async function lockAll(
  transaction: Transaction,
  table: keyof typeof TABLES,
  ids: readonly string[],
  purpose: keyof typeof STRENGTHS,
  { what, param }: { readonly what: string; readonly param: string },
): Promise<void> {
  const found = await lockRows(transaction, table, ids, purpose);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined)
    throw new GatewayError("not_found", `There is no ${what} ${JSON.stringify(missing)}.`, { param });
}
