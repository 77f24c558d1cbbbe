import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import { dollarsOf, requireSoundBudget, type LimitColumns } from "./entities/limit-columns";
import { auditEntry, type Audited } from "./audit-entry";
import { requireUnchanged, type IfMatch } from "./row-version";
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
  /** The versions that may be changed. Absent: any version. */
  readonly ifMatch?: IfMatch;
  /** The cached rows that every node must drop. */
  readonly changes: (changed: Changed<Row>) => readonly Change[];
}

/**
 * Changes one row. `work` must read its "before" under a lock.
 * @throws what `work` throws; GatewayError changed_meanwhile; invalid_request when the changed row's budgets contradict
 * each other. Then nothing is written.
 */
export async function changeRow<Row extends { readonly id: string } & LimitColumns>(
  services: Writer,
  { actor, action, audited, ifMatch, changes }: RowChange<Row>,
  work: (transaction: Transaction) => Promise<Changed<Row>>,
): Promise<{ row: Row; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    const changed = await work(transaction);
    const { before, after } = changed;
    requireUnchanged(ifMatch, { current: audited.record(before), proposed: audited.record(after) });
    requireSoundBudget(dollarsOf(after.maxBudget), dollarsOf(after.softBudget));
    return {
      result: after,
      audit: [auditEntry(audited, { actor, action, before, after })],
      changes: changes(changed),
    };
  });
  return { row: result, nodes };
}

/** Which rows are deleted. */
export interface Deletion {
  readonly ids: readonly string[];
  /** Whether the keys that belong to them are deleted too. */
  readonly cascade: boolean;
  /** The versions that may be deleted; one for each row. Absent: any. */
  readonly ifMatch?: IfMatch;
}

/** Stops a deletion of rows that were changed meanwhile. They must be locked. @throws GatewayError changed_meanwhile */
export function requireDeletable<Row>(
  ifMatch: IfMatch | undefined,
  { record }: Audited<Row>,
  rows: readonly Row[],
): void {
  for (const row of rows) requireUnchanged(ifMatch, { current: record(row), proposed: null });
}
