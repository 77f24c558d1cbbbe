import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { GatewayError } from "@/lib/errors";
import { auditEntry, type Audited } from "../audit-entry";
import type { Database } from "../database";
import { orAlreadyExists } from "../failures";
import { lockAll, lockRows } from "../row-locks";
import { requireUnchanged, type IfMatch } from "../row-version";
import { type Transaction, write, type Writer } from "../write";
import { readRows, type RowSource, type Versioned } from "./read-rows";

/** The columns of a row with sealed secrets that the database fills in, or the gateway for it. */
export const KEPT_COLUMNS = `sealed, hints, created_by AS "createdBy", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** A table of settings that administrators write: its rows have an id and may have sealed secrets, and are few. */
interface SealedTable<Row, Columns> extends RowSource {
  /** Its name in the order of locks. */
  readonly lock:
    | "model"
    | "credential"
    | "toolServer"
    | "login"
    | "alertChannel"
    | "alertRule"
    | "alertSilence"
    | "dashboard";
  readonly audited: Audited<Row>;
  /** The names of what is audited. */
  readonly actions: { readonly create: string; readonly update: string; readonly delete: string };
  /** The request's field that names a row. */
  readonly param: { readonly new: string; readonly known: string };
  /** The refusal of an id that another row has. */
  readonly taken: string;
  readonly rows: (transaction: Transaction) => SealedRows<Row, Columns>;
  /** What every node must read again. */
  readonly changes: (id: string) => readonly Change[];
  /** What is done with a row that is about to be deleted, and what nodes must read again because of it. */
  readonly beforeDeletion?: (transaction: Transaction, id: string) => Promise<readonly Change[]>;
}

/** The statements on the rows of a table, within a transaction. */
interface SealedRows<Row, Columns> {
  readonly create: (data: Columns & { readonly id: string; readonly createdBy: string }) => Promise<Row>;
  readonly find: (id: string) => Promise<Row>;
  readonly update: (id: string, data: Columns) => Promise<Row>;
  readonly delete: (id: string) => Promise<Row>;
}

interface Written<Row> {
  readonly row: Row;
  readonly nodes: Receipt[];
}

interface Chosen {
  readonly id: string;
  readonly ifMatch?: IfMatch;
}

/** A row that the written one names: it is not deleted before both are there. */
export interface NamedRow {
  readonly lock: "credential";
  readonly id: string;
  /** The refusal when it has been deleted meanwhile. */
  readonly gone: GatewayError;
}

interface SealedStore<Row, Columns> {
  /**
   * Every row, oldest first, because that order decides ties. `before`: what was read last; of it, those that have not
   * changed are the same objects. @throws the database's error
   */
  read(database: Pick<Database, "pool">, before?: readonly Versioned<Row>[]): Promise<readonly Versioned<Row>[]>;
  /** Adds a row. @throws GatewayError already_exists, and that of `names` */
  create(services: Writer, actor: string, id: string, columns: Columns, names?: NamedRow): Promise<Written<Row>>;
  /**
   * Changes a row. `change` makes the new columns from the old row; `names` is what it names only then.
   * @throws GatewayError not_found, changed_meanwhile, that of `names`, and what `change` throws
   */
  change(
    services: Writer,
    edit: Chosen & { readonly actor: string; readonly change: (row: Row) => Columns; readonly names?: NamedRow },
  ): Promise<Written<Row>>;
  /** Deletes a row. @throws GatewayError not_found, changed_meanwhile, and what `beforeDeletion` throws */
  remove(services: Writer, actor: string, chosen: Chosen): Promise<Written<Row>>;
}

/** The reads and writes of a table. Every write is audited, and heard by every node. */
export function sealedStore<Row extends { readonly id: string }, Columns extends object>(
  table: SealedTable<Row, Columns>,
): SealedStore<Row, Columns> {
  const { actions, audited, changes, lock, param, rows } = table;
  const { record } = audited;
  return {
    read: (database, before) => readRows(database, table, before),
    async create(services, actor, id, columns, names) {
      const written = write(services, async (transaction) => {
        await hold(transaction, names);
        const row = await rows(transaction).create({ ...columns, id, createdBy: actor });
        const audit = [auditEntry(audited, { actor, action: actions.create, after: row })];
        return { result: row, audit, changes: changes(id) };
      });
      const { result, nodes } = await orAlreadyExists(written, table.taken, param.new);
      return { row: result, nodes };
    },
    async change(services, { actor, id, ifMatch, change, names }) {
      const { result, nodes } = await write(services, async (transaction) => {
        await hold(transaction, names);
        await lockAll(transaction, lock, [id], "change", param.known);
        const before = await rows(transaction).find(id);
        const after = await rows(transaction).update(id, change(before));
        requireUnchanged(ifMatch, { current: record(before), proposed: record(after) });
        const audit = [auditEntry(audited, { actor, action: actions.update, before, after })];
        return { result: after, audit, changes: changes(id) };
      });
      return { row: result, nodes };
    },
    async remove(services, actor, { id, ifMatch }) {
      const { result, nodes } = await write(services, async (transaction) => {
        await lockAll(transaction, lock, [id], "delete", param.known);
        const more = (await table.beforeDeletion?.(transaction, id)) ?? [];
        const row = await rows(transaction).delete(id);
        requireUnchanged(ifMatch, { current: record(row), proposed: null });
        const audit = [auditEntry(audited, { actor, action: actions.delete, before: row })];
        return { result: row, audit, changes: [...changes(id), ...more] };
      });
      return { row: result, nodes };
    },
  };
}

async function hold(transaction: Transaction, named: NamedRow | undefined): Promise<void> {
  if (!named) return;
  const { lock, id, gone } = named;
  if (!(await lockRows(transaction, lock, [id], "refer")).has(id)) throw gone;
}
