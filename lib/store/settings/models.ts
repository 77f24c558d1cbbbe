import { GatewayError } from "@/lib/errors";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { modelRecord } from "@/lib/wire/model";
import type { Database } from "../database";
import { isUniqueViolation } from "../failures";
import type { Prisma, StoredModel } from "@/lib/store/generated/client";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** A model entry as it stands in the database: its secrets sealed, the rest maybe written by another version. */
export type StoredModelRow = StoredModel;

/** What of an entry is written. */
export interface ModelColumns {
  readonly modelName: string;
  readonly params: Prisma.InputJsonObject;
  readonly info: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/** Every entry that administrators made, the oldest first: the order that decides ties. @throws the database's error */
export async function readModels(database: Database): Promise<StoredModelRow[]> {
  return database.prisma.storedModel.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

/** @throws GatewayError already_exists */
export async function createModel(
  services: Writer,
  actor: string,
  id: string,
  columns: ModelColumns,
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  try {
    const { result, nodes } = await write(
      services,
      (row: StoredModelRow) => ({
        actor,
        action: "model.create",
        entityType: "model",
        entityId: id,
        after: modelRecord(row),
      }),
      changesOf(id),
      (transaction) => transaction.storedModel.create({ data: { ...columns, id, createdBy: actor } }),
    );
    return { row: result, nodes };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError("already_exists", "There is already a model with this id; choose another or leave it out.", {
      param: "model_info.id",
    });
  }
}

/** Changes an entry. `change` makes the new columns of the old row. @throws GatewayError not_found, and what `change` throws */
export async function changeModel(
  services: Writer,
  {
    actor,
    id,
    change,
  }: { readonly actor: string; readonly id: string; readonly change: (row: StoredModelRow) => ModelColumns },
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    ({ before, after }: ChangedModel) => ({
      actor,
      action: "model.update",
      entityType: "model",
      entityId: id,
      before: modelRecord(before),
      after: modelRecord(after),
    }),
    changesOf(id),
    async (transaction) => {
      await lockAll(transaction, "models", [id], "change", { what: "model", param: "id" });
      const before = await transaction.storedModel.findUniqueOrThrow({ where: { id } });
      return { before, after: await transaction.storedModel.update({ where: { id }, data: change(before) }) };
    },
  );
  return { row: result.after, nodes };
}

interface ChangedModel {
  readonly before: StoredModelRow;
  readonly after: StoredModelRow;
}

/** @throws GatewayError not_found */
export async function deleteModel(
  services: Writer,
  actor: string,
  id: string,
): Promise<{ row: StoredModelRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    (row: StoredModelRow) => ({
      actor,
      action: "model.delete",
      entityType: "model",
      entityId: id,
      before: modelRecord(row),
    }),
    changesOf(id),
    async (transaction) => {
      await lockAll(transaction, "models", [id], "delete", { what: "model", param: "id" });
      return transaction.storedModel.delete({ where: { id } });
    },
  );
  return { row: result, nodes };
}

function changesOf(id: string): Change[] {
  return [{ entity: "model", id }];
}
