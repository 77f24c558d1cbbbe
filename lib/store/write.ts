import { randomUUID } from "node:crypto";
import type { Change, ChangeNotice } from "@/lib/store/changes/change-notice";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { ActedAs, ActedBy, AuditEntry } from "./audit-entry";
import { CHANGES_CHANNEL, encodeNotice } from "./changes/change-notice";
import { keepRequests } from "./changes/one-off-requests";
import { orUnavailable } from "./failures";
import type { Prisma } from "./generated/client";
import type { Database } from "@/lib/store/database";

export type Transaction = Prisma.TransactionClient;

/** What management writes need: the database, and the feed that tells every node about them. */
export interface Writer {
  readonly database: Database;
  readonly changes: ChangeFeed;
  /** The right by which the actor writes, for audit events of operations that are not for administrators alone. */
  readonly actedAs?: ActedAs;
  /** What else is written in the same transaction, after the work; returns the audit events of that. */
  readonly also?: ((transaction: Transaction) => Promise<readonly AuditEntry[]>) | undefined;
  /** Who writes. Absent: the gateway itself, or several callers together, whose events say it. */
  readonly actedBy?: ActedBy | undefined;
}

/** What the work of a transaction has done. */
export interface Written<Result> {
  readonly result: Result;
  /** Empty: nothing has happened that is worth an audit event. */
  readonly audit: readonly AuditEntry[];
  /** The rows that every node must drop from its caches. */
  readonly changes: readonly Change[];
}
/**
 * How long all statements of a write may take together, in milliseconds. Each statement has a slightly shorter limit.
 */
const WRITE_LIMIT_MS = 10_000;

type Work<Result> = (transaction: Transaction) => Promise<Written<Result>>;

/**
 * Does a management write. The work, its audit events and its change notice share one transaction, so none of them can
 * exist without the others. Resolves once this process has dropped the changed rows from its caches and the other nodes
 * have acknowledged, or had 250 ms to do so (`ChangeFeed.settle`).
 * @throws what `work` throws, and then nothing is written; GatewayError directory_unavailable, database_too_slow
 */
export async function write<Result>(
  services: Writer,
  work: Work<Result>,
): Promise<{ result: Result; nodes: Receipt[] }> {
  const { result, changeId, changes } = await commit(services, work);
  return { result, nodes: await services.changes.settle(changeId, changes) };
}

/**
 * `write` for the request path: does not wait for other nodes to acknowledge.
 * @throws what `work` throws, and then nothing is written; GatewayError directory_unavailable, database_too_slow
 */
export async function writeUnacknowledged(services: Writer, work: Work<void>): Promise<void> {
  const { changeId, changes } = await commit(services, work, { unacknowledged: true });
  // Drops the changed rows from this process's caches before it first yields; the feed tells the other nodes.
  services.changes.take(changeId, changes);
}

async function commit<Result>(
  services: Writer,
  work: Work<Result>,
  how: Pick<ChangeNotice, "unacknowledged"> = {},
): Promise<Written<Result> & { changeId: string }> {
  const changeId = randomUUID();
  return orUnavailable(
    services.database.prisma.$transaction(
      async (transaction) => {
        // Under another isolation level, which may be the role's default, writes at the same time would fail. The limit
        // makes the server give up a statement that waits for a lock before this process does.
        await transaction.$executeRaw`SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 9000`;
        const written = await work(transaction);
        const further = (await services.also?.(transaction)) ?? [];
        await recordAudit(transaction, [...written.audit, ...further], services);
        if (written.changes.length > 0) {
          const notice = { id: changeId, node: services.changes.node, changes: written.changes, ...how };
          const payload = encodeNotice(notice);
          await keepRequests(transaction, notice);
          // PostgreSQL delivers a NOTIFY only at commit, so neither the notice nor the change can exist alone.
          await transaction.$executeRaw`SELECT pg_notify(${CHANGES_CHANNEL}, ${payload})`;
        }
        return { ...written, changeId };
      },
      { maxWait: 2_000, timeout: WRITE_LIMIT_MS },
    ),
  );
}

/** One statement with one text for any number of events: Prisma compiles each row of a list that it is given. */
async function recordAudit(
  transaction: Transaction,
  entries: readonly AuditEntry[],
  { actedAs, actedBy }: Pick<Writer, "actedAs" | "actedBy">,
): Promise<void> {
  if (entries.length === 0) return;
  const texts = (column: (entry: AuditEntry) => string | undefined): (string | null)[] =>
    entries.map((entry) => column(entry) ?? null);
  const byOf = ({ by = actedBy }: AuditEntry): ActedBy | undefined => by;
  await transaction.$executeRaw`
    INSERT INTO audit_events (
      actor, action, entity_type, entity_id, before, after, acted_as, actor_kind, actor_issuer, actor_subject, actor_key)
    SELECT actor, action, entity_type, entity_id, before::jsonb, after::jsonb, ${actedAs ?? null}::text, kind, issuer, subject, key
    FROM unnest(
      ${texts(({ actor }) => actor)}::text[], ${texts(({ action }) => action)}::text[],
      ${texts(({ entityType }) => entityType)}::text[], ${texts(({ entityId }) => entityId)}::text[],
      ${texts(({ before }) => jsonText(before))}::text[], ${texts(({ after }) => jsonText(after))}::text[],
      ${texts((entry) => byOf(entry)?.kind)}::text[], ${texts((entry) => byOf(entry)?.issuer)}::text[],
      ${texts((entry) => byOf(entry)?.subject)}::text[], ${texts((entry) => byOf(entry)?.key)}::text[])
      AS entry (actor, action, entity_type, entity_id, before, after, kind, issuer, subject, key)`;
}

/** A value as JSON, in which dates, decimals and Secrets look as they do on the wire; undefined: there is none. */
function jsonText(value: unknown): string | undefined {
  return value === null ? undefined : JSON.stringify(value);
}
