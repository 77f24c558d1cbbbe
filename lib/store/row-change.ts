import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { dollarsOf, requireSoundBudget, type LimitColumns } from "@/lib/wire/limit-columns";
import { write, type Transaction, type Writer } from "./write";

/** A row before and after one change of it. */
export interface Changed<Row> {
  readonly before: Row;
  readonly after: Row;
}

/** What is said about a change of a row. */
export interface RowChange<Row> {
  readonly actor: string;
  readonly action: string;
  readonly entityType: string;
  /** The row as the API shows it. */
  readonly record: (row: Row) => unknown;
  readonly changes: (changed: Changed<Row>) => readonly Change[];
}

/**
 * Changes one row, whose "before" the work has read under a lock.
 * @throws what the work throws, or GatewayError invalid_request when what was given and what stays make no sound budget; then nothing is written
 */
export async function changeRow<Row extends { readonly id: string } & LimitColumns>(
  services: Writer,
  change: RowChange<Row>,
  work: (transaction: Transaction) => Promise<Changed<Row>>,
): Promise<{ row: Row; nodes: Receipt[] }> {
  const { actor, action, entityType, record, changes } = change;
  const { result, nodes } = await write(
    services,
    ({ before, after }: Changed<Row>) => ({
      actor,
      action,
      entityType,
      entityId: after.id,
      before: record(before),
      after: record(after),
    }),
    changes,
    async (transaction) => {
      const changed = await work(transaction);
      requireSoundBudget(dollarsOf(changed.after.maxBudget), dollarsOf(changed.after.softBudget));
      return changed;
    },
  );
  return { row: result.after, nodes };
}
