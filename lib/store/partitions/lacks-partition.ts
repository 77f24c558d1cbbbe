import { DatabaseError } from "pg";

/** The tables that booking fills and that the gateway makes partitions of. */
export const PARTITIONED = ["calls", "hourly_figures", "daily_figures", "call_contents"] as const;
export type PartitionedTable = (typeof PARTITIONED)[number];

/**
 * Whether a statement failed because a row of one of these tables has no partition, which can be made. PostgreSQL
 * reports that as a failed check constraint without a name.
 */
export function lacksPartition(error: unknown, ...tables: readonly PartitionedTable[]): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23514" &&
    error.constraint === undefined &&
    tables.some((table) => table === error.table)
  );
}
