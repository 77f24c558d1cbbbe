import { randomUUID } from "node:crypto";
import type { Change } from "@/lib/store/changes/change-notice";
import type { ChangeFeed, Receipt } from "@/lib/store/changes/change-feed";
import { CHANGES_CHANNEL, encodeNotice } from "./changes/change-notice";
import { orUnavailable } from "./failures";
import { Prisma } from "./generated/client";
import type { Database } from "@/lib/store/database";

/** Who did what to which row. `before` and `after` are the row as the API shows it: never a secret, never a hash. */
export interface AuditEntry {
  readonly actor: string;
  /** `team.block`, `key.delete`: the entity, then the verb. */
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export type Transaction = Prisma.TransactionClient;

/** What a management write goes through: the database, and the feed that tells every node of it. */
export interface Writer {
  readonly database: Database;
  readonly changes: ChangeFeed;
}

/** A value known beforehand, or read from what the work returned. */
type FromResult<T, Value> = Value | ((result: T) => Value);

/** A committed write, and what the other nodes must be told to forget. */
export interface Committed<T> {
  readonly result: T;
  readonly changeId: string;
  readonly changes: readonly Change[];
}

/**
 * Does a management write: the work, its audit events and its change notice in one transaction, so that none of
 * them is ever without the others. Resolves once this process has dropped what it cached and the other nodes have
 * acknowledged or 250 ms have passed. Audit entry and changes may be functions of the work's result; an empty list
 * says that nothing happened.
 * @throws whatever `work` throws, then nothing is written; GatewayError directory_unavailable
 */
export async function write<T>(
  services: Writer,
  audit: FromResult<T, AuditEntry | readonly AuditEntry[]>,
  changes: FromResult<T, readonly Change[]>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<{ result: T; nodes: Receipt[] }> {
  const committed = await commit(services, audit, changes, work);
  const nodes = await services.changes.settle(committed.changeId, committed.changes);
  return { result: committed.result, nodes };
}

/** `write` without its last step: the caller must settle the changes, and may do so without waiting. */
export async function commit<T>(
  services: Writer,
  audit: FromResult<T, AuditEntry | readonly AuditEntry[]>,
  changes: FromResult<T, readonly Change[]>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Committed<T>> {
  const changeId = randomUUID();
  return orUnavailable(
    services.database.prisma.$transaction(
      async (transaction) => {
        const result = await work(transaction);
        const entries = fromResult(audit, result);
        await recordAudit(transaction, isList(entries) ? entries : [entries]);
        const changed = fromResult(changes, result);
        if (changed.length > 0) {
          const payload = encodeNotice({ id: changeId, node: services.changes.node, changes: changed });
          // NOTIFY is delivered at commit, and only then: a notice without its change, or the reverse, cannot happen.
          await transaction.$executeRaw`SELECT pg_notify(${CHANGES_CHANNEL}, ${payload})`;
        }
        return { result, changeId, changes: changed };
      },
      { maxWait: 2_000, timeout: 10_000 },
    ),
  );
}

async function recordAudit(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await transaction.auditEvent.createMany({
    data: entries.map(({ before, after, ...entry }) => ({
      ...entry,
      before: jsonColumn(before),
      after: jsonColumn(after),
    })),
  });
}

/** Through JSON text, so that dates, decimals and Secrets become what they would be on the wire. */
function jsonColumn(value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull {
  if (value === undefined || value === null) return Prisma.DbNull;
  const plain: Prisma.InputJsonValue = JSON.parse(JSON.stringify(value));
  return plain;
}

function fromResult<T, Value>(source: FromResult<T, Value>, result: T): Value {
  return isFunctionOfResult(source) ? source(result) : source;
}

function isFunctionOfResult<T, Value>(source: FromResult<T, Value>): source is (result: T) => Value {
  return typeof source === "function";
}

function isList(entries: AuditEntry | readonly AuditEntry[]): entries is readonly AuditEntry[] {
  return Array.isArray(entries);
}
