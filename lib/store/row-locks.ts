import { ENTITY_KINDS } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import { Prisma } from "./generated/client";
import type { Transaction } from "./write";

/** Every transaction locks rows in the order of this table; memberships come between teams and keys. */
const LOCKABLE = {
  user: ENTITY_KINDS.user,
  organization: ENTITY_KINDS.organization,
  end_user: ENTITY_KINDS.end_user,
  team: ENTITY_KINDS.team,
  key: ENTITY_KINDS.key,
  credential: { table: "credentials", label: "credential" },
  model: { table: "models", label: "model" },
  toolServer: { table: "mcp_servers", label: "tool server" },
  login: { table: "console_logins", label: "login" },
  alertChannel: { table: "alert_channels", label: "alert channel" },
  alertRule: { table: "alert_rules", label: "alert rule" },
  alertSilence: { table: "alert_silences", label: "silence" },
  dashboard: { table: "dashboards", label: "dashboard" },
  price: { table: "prices", label: "price" },
} satisfies Record<string, { readonly table: string; readonly label: string }>;
type Lockable = keyof typeof LOCKABLE;

const STRENGTHS = {
  /** Nobody else can change them. */
  change: Prisma.sql`FOR NO KEY UPDATE`,
  /** Nobody else can change them, or write a row that refers to them. */
  delete: Prisma.sql`FOR UPDATE`,
  /** Nobody can delete them: for rows that are about to be referred to. */
  refer: Prisma.sql`FOR KEY SHARE`,
};

/**
 * Locks rows until the transaction ends; returns the ids of those that exist. Transactions cannot deadlock, because all
 * of them lock tables in the order of `LOCKABLE` and rows in the order of their ids.
 */
export async function lockRows(
  transaction: Transaction,
  type: Lockable,
  ids: readonly string[],
  purpose: keyof typeof STRENGTHS,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(LOCKABLE[type].table)} WHERE id = ANY(${[...ids]}) ORDER BY id ${STRENGTHS[purpose]}`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks rows that must all exist. `param` is the request's field that named them.
 * @throws GatewayError not_found, naming the first that does not exist
 */
export async function lockAll(
  transaction: Transaction,
  type: Lockable,
  ids: readonly string[],
  purpose: keyof typeof STRENGTHS,
  param: string,
): Promise<void> {
  const found = await lockRows(transaction, type, ids, purpose);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined)
    throw new GatewayError("not_found", `There is no ${LOCKABLE[type].label} ${JSON.stringify(missing)}.`, { param });
}
