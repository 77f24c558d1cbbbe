import type { EntityType } from "@/lib/entity-type";

/**
 * Kinds whose totals most calls share. Each process books these under one of `SHARDS` shards, so that processes rarely
 * wait for each other's rows.
 */
export const SHARED: readonly EntityType[] = ["team", "organization", "model", "issuer", "mcp_server", "all"];
const SHARDS = 8;

/** Whether the totals of a kind are kept in `shared_totals`, besides older ones in `entity_totals`. */
export function isShared(type: EntityType): boolean {
  return SHARED.includes(type);
}

/** The shard of the process that has a journal of this name, which ends in random hexadecimal digits. */
export function shardOf(journal: string): number {
  return Number.parseInt(journal.slice(-1), 16) % SHARDS || 0;
}

const COLUMNS =
  "entity_type, entity_id, number, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, updated_at";

/** The FROM clause for the totals of all time. An entity may have several rows. */
export const ALL_TOTALS = `(SELECT ${COLUMNS} FROM entity_totals UNION ALL SELECT ${COLUMNS} FROM shared_totals)`;

/** The FROM clause for the totals of one kind. It may have other kinds too, so the statement must select this one. */
export function totalsOf(type: EntityType): string {
  return isShared(type) ? ALL_TOTALS : "entity_totals";
}

/** The FROM clause for the all-time spend of each entity of a kind, as `entity_id, spend`. */
export function spendOfEach(type: EntityType): string {
  return sumOfEach(type, "spend");
}

/** The FROM clause for an all-time sum of each entity of a kind, as `entity_id` and the sum under its own name. */
export function sumOfEach(type: EntityType, column: "spend" | "calls"): string {
  return isShared(type)
    ? `(SELECT entity_id, sum(${column}) AS ${column} FROM ${ALL_TOTALS} AS part WHERE entity_type = '${type}' GROUP BY entity_id)`
    : `(SELECT entity_id, ${column} FROM entity_totals WHERE entity_type = '${type}')`;
}
