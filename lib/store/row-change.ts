import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { dollarsOf, requireSoundBudget, type LimitColumns } from "@/lib/wire/limit-columns";
import { auditEntry, type Audited } from "./audit-entry";
import { write, type Transaction, type Writer } from "./write";

/** A row before and after a change. */
export interface Changed<Row> {
  readonly before: Row;
  readonly after: Row;
}

/** How a change of a row is recorded and announced. */
export interface RowChange<Row> {
  readonly actor: string;
  readonly action: string;
  readonly audited: Audited<Row>;
  /** The cached rows that every node must drop. */
  readonly changes: (changed: Changed<Row>) => readonly Change[];
}

/**
 * Changes one row. `work` must read its "before" under a lock.
 * @throws what `work` throws; GatewayError invalid_request when the changed row's budgets contradict each other. Then
 * nothing is written.
 */
export async function changeRow<Row extends { readonly id: string } & LimitColumns>(
  services: Writer,
  { actor, action, audited, changes }: RowChange<Row>,
  work: (transaction: Transaction) => Promise<Changed<Row>>,
): Promise<{ row: Row; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    const changed = await work(transaction);
    const { before, after } = changed;
    requireSoundBudget(dollarsOf(after.maxBudget), dollarsOf(after.softBudget));
    return {
      result: after,
      audit: [auditEntry(audited, { actor, action, before, after })],
      changes: changes(changed),
    };
  });
  return { row: result, nodes };
}
