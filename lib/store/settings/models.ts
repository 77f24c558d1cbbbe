import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import { modelRecord } from "@/lib/wire/model";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orAlreadyExists } from "../failures";
import type { Prisma, StoredModel } from "@/lib/store/generated/client";
import { auditEntry, type Audited } from "../audit-entry";
import { requireUnchanged, type IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** An entry as the database holds it: with sealed secrets, and possibly written by another version. */
export type StoredModelRow = StoredModel;

const COLUMNS = `id, model_name AS "modelName", params, info, sealed, hints, created_by AS "createdBy",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const AUDITED: Audited<StoredModelRow> = { entityType: "model", record: modelRecord };

/** The columns that administrators write. */
export interface ModelColumns {
  readonly modelName: string;
  readonly params: Prisma.InputJsonObject;
  readonly info: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/**
 * Every entry that administrators added, oldest first, because that order decides ties.
 * @throws the database's error
 */
export async function readModels(database: Pick<Database, "pool">): Promise<StoredModelRow[]> {
  const statement = `SELECT ${COLUMNS} FROM models ORDER BY created_at, id`;
  return (await database.pool.query<StoredModelRow>(longStatement(statement, []))).rows;
}

/** Adds an entry. @throws GatewayError already_exists */
export async function createModel(
  services: Writer,
  actor: string,
  id: string,
  columns: ModelColumns,
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  const written = write(services, async (transaction) => {
    const row = await transaction.storedModel.create({ data: { ...columns, id, createdBy: actor } });
    return {
      result: row,
      audit: [auditEntry(AUDITED, { actor, action: "model.create", after: row })],
      changes: changesOf(id),
    };
  });
  const message = "There is already a model with this id; choose another or leave it out.";
  const { result, nodes } = await orAlreadyExists(written, message, "model_info.id");
  return { row: result, nodes };
}

/**
 * Changes an entry. `change` makes the new columns from the old row.
 * @throws GatewayError not_found, changed_meanwhile, and what `change` throws
 */
export async function changeModel(
  services: Writer,
  {
    actor,
    id,
    ifMatch,
    change,
  }: {
    readonly actor: string;
    readonly id: string;
    readonly ifMatch?: IfMatch;
    readonly change: (row: StoredModelRow) => ModelColumns;
  },
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "model", [id], "change", "id");
    const before = await transaction.storedModel.findUniqueOrThrow({ where: { id } });
    const after = await transaction.storedModel.update({ where: { id }, data: change(before) });
    requireUnchanged(ifMatch, { current: modelRecord(before), proposed: modelRecord(after) });
    return {
      result: after,
      audit: [auditEntry(AUDITED, { actor, action: "model.update", before, after })],
      changes: changesOf(id),
    };
  });
  return { row: result, nodes };
}

/** Deletes an entry. @throws GatewayError not_found, changed_meanwhile */
export async function deleteModel(
  services: Writer,
  actor: string,
  { id, ifMatch }: { readonly id: string; readonly ifMatch?: IfMatch },
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "model", [id], "delete", "id");
    const row = await transaction.storedModel.delete({ where: { id } });
    requireUnchanged(ifMatch, { current: modelRecord(row), proposed: null });
    return {
      result: row,
      audit: [auditEntry(AUDITED, { actor, action: "model.delete", before: row })],
      changes: changesOf(id),
    };
  });
  return { row: result, nodes };
}

function changesOf(id: string): Change[] {
  return [{ entity: "model", id }];
}
