import { ENTITY_KINDS, type ManagedKind } from "@/lib/entity-type";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import { Prisma } from "@/lib/store/generated/client";
import { auditEntry, type Audited, type AuditEntry } from "../audit-entry";
import type { Database } from "../database";
import { orAlreadyExists, orUnavailable } from "../failures";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { changeRow, requireDeletable, type Changed, type Deletion } from "../row-change";
import { lockAll } from "../row-locks";
import type { IfMatch } from "../row-version";
import { write, type Transaction, type Writer } from "../write";
import { keyChanges, recordDeletedKeys, type StoredKey } from "./key-rows";
import type { LimitColumns } from "./limit-columns";

interface EntityRow extends LimitColumns {
  readonly id: string;
}

interface Written<Row> {
  readonly before?: Row;
  readonly after: Row;
}

/** What is particular to the table of one kind. */
interface EntityTable<Row extends EntityRow, Columns> {
  /** The row as the API and audit events show it, without the spend. */
  readonly record: (row: Row) => object;
  readonly read: (client: Transaction, ids: string[]) => Promise<Row[]>;
  readonly update: (transaction: Transaction, id: string, columns: Columns) => Promise<Row>;
  /** Locks what a change refers to, before the row itself is locked. */
  readonly beforeChange?: (transaction: Transaction, columns: Columns) => Promise<void>;
  /** Refuses the deletion of locked rows that something depends on. */
  readonly beforeDeletion?: (transaction: Transaction, ids: readonly string[]) => Promise<void>;
  /** Deletes what belongs to locked rows, and returns the keys among it. */
  readonly deleteOwned?: (transaction: Transaction, deletion: Deletion) => Promise<StoredKey[]>;
  /** What nodes must drop when a row is created, which has no `before`, or changes. Absent: the row. */
  readonly changesOf?: (changed: Written<Row>) => readonly Change[];
  /** What nodes must drop when rows are deleted. Absent: the rows. */
  readonly changesOfDeleted?: (rows: readonly Row[]) => readonly Change[];
}

/** A change of one row. */
export interface EntityChange<Row, Columns> {
  readonly actor: string;
  readonly verb: "update" | "block" | "unblock";
  readonly id: string;
  readonly columns: Columns;
  /** The versions that may be changed. Absent: any version. */
  readonly ifMatch?: IfMatch;
  /** Called with the locked row before it changes; what it throws stops the change. */
  readonly permit?: ((before: Row) => void) | undefined;
  /** What nodes must drop besides the row. */
  readonly alsoChanges?: readonly Change[];
}

/** A row that was just inserted, and what was written with it. */
interface Inserted<Row> {
  readonly row: Row;
  readonly audit?: readonly AuditEntry[];
  readonly changes?: readonly Change[];
}

/** What every kind of entity does with its rows. */
export function entityRows<Row extends EntityRow, Columns>(kind: ManagedKind, table: EntityTable<Row, Columns>) {
  const { type, segment, idField, idsField } = kind;
  const audited: Audited<Row> = { entityType: type, record: table.record };
  const changesOf = table.changesOf ?? (({ after }: Written<Row>): Change[] => [{ entity: type, id: after.id }]);
  const changesOfDeleted =
    table.changesOfDeleted ?? ((rows: readonly Row[]): Change[] => rows.map(({ id }) => ({ entity: type, id })));

  /** The audit event of a new row. */
  const created = (actor: string, after: Row): AuditEntry =>
    auditEntry(audited, { actor, action: `${segment}.create`, after });

  /**
   * Reads a row under a lock: writers of one row take turns, so each reads what the previous one left.
   * @throws GatewayError not_found
   */
  const lock = async (transaction: Transaction, id: string): Promise<Row> => {
    await lockAll(transaction, type, [id], "change", idField);
    const [row] = await table.read(transaction, [id]);
    if (!row) throw new Error(`${type} ${JSON.stringify(id)} went in spite of its lock`);
    return row;
  };

  return {
    audited,
    created,
    lock,

    /** One row. @throws GatewayError directory_unavailable */
    async find({ prisma }: Database, id: string): Promise<Row | undefined> {
      return (await orUnavailable(table.read(prisma, [id])))[0];
    },

    /** One page of the rows. @throws GatewayError directory_unavailable */
    async list(database: Database, query: ListQuery, conditions: readonly Prisma.Sql[] = []): Promise<Listed<Row>> {
      const { rows: ids, ...page } = await orUnavailable(listIds(database, type, query, conditions));
      return { ...page, rows: inOrder(ids, await orUnavailable(table.read(database.prisma, ids))) };
    },

    /** Creates a row. @throws GatewayError already_exists, and what `insert` throws */
    async create(
      services: Writer,
      actor: string,
      insert: (transaction: Transaction) => Promise<Inserted<Row>>,
    ): Promise<Row> {
      const written = write(services, async (transaction) => {
        const { row, audit = [], changes = [] } = await insert(transaction);
        return {
          result: row,
          audit: [...audit, created(actor, row)],
          changes: [...changesOf({ after: row }), ...changes],
        };
      });
      const remedy = kind.namesItself ? "; choose another or leave it out." : ".";
      const message = `There is already ${withArticle(kind.one)} with this ${idField}${remedy}`;
      return (await orAlreadyExists(written, message, idField)).result;
    },

    /** Changes columns of a row. @throws GatewayError not_found, changed_meanwhile, and what `permit` throws */
    async change(
      services: Writer,
      { actor, verb, id, columns, ifMatch, permit, alsoChanges = [] }: EntityChange<Row, Columns>,
    ): Promise<{ row: Row; nodes: Receipt[] }> {
      const changes = (changed: Changed<Row>) => [...changesOf(changed), ...alsoChanges];
      const recorded = { actor, action: `${segment}.${verb}`, audited, ifMatch, changes };
      return changeRow<Row>(services, recorded, async (transaction) => {
        await table.beforeChange?.(transaction, columns);
        const before = await lock(transaction, id);
        permit?.(before);
        return { before, after: await table.update(transaction, id, columns) };
      });
    },

    /**
     * Deletes rows, all of them or none, with what belongs to them. Their spend stays on record.
     * @throws GatewayError not_found, in_use, changed_meanwhile
     */
    async remove(
      services: Writer,
      actor: string,
      deletion: Deletion,
    ): Promise<{ keys: readonly StoredKey[]; nodes: Receipt[] }> {
      const { ids, ifMatch } = deletion;
      const { result, nodes } = await write(services, async (transaction) => {
        await lockAll(transaction, type, ids, "delete", idsField);
        await table.beforeDeletion?.(transaction, ids);
        const rows = await table.read(transaction, [...ids]);
        requireDeletable(ifMatch, audited, rows);
        const keys = (await table.deleteOwned?.(transaction, deletion)) ?? [];
        await transaction.$executeRaw`DELETE FROM ${Prisma.raw(ENTITY_KINDS[type].table)} WHERE id = ANY(${[...ids]})`;
        const deleted = rows.map((before) => auditEntry(audited, { actor, action: `${segment}.delete`, before }));
        return {
          result: keys,
          audit: [...deleted, ...recordDeletedKeys(actor, keys)],
          changes: [...changesOfDeleted(rows), ...keyChanges(keys)],
        };
      });
      return { keys: result, nodes };
    },
  };
}

function withArticle(word: string): string {
  return `${/^[aeo]/.test(word) ? "an" : "a"} ${word}`;
}
