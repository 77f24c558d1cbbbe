import type { Prisma, StoredModel } from "@/lib/store/generated/client";
import { modelRecord } from "@/lib/wire/model";
import { KEPT_COLUMNS, sealedStore } from "./sealed-rows";

/** An entry as the database holds it: with sealed secrets, and possibly written by another version. */
export type StoredModelRow = StoredModel;

/** The columns that administrators write. */
export interface ModelColumns {
  readonly modelName: string;
  readonly params: Prisma.InputJsonObject;
  readonly info: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/** The entries that administrators added. */
export const storedModels = sealedStore<StoredModelRow, ModelColumns>({
  table: "models",
  columns: `id, model_name AS "modelName", params, info, ${KEPT_COLUMNS}`,
  lock: "model",
  audited: { entityType: "model", record: modelRecord },
  actions: { create: "model.create", update: "model.update", delete: "model.delete" },
  param: { new: "model_info.id", known: "id" },
  taken: "There is already a model with this id; choose another or leave it out.",
  rows: ({ storedModel }) => ({
    create: (data) => storedModel.create({ data }),
    find: (id) => storedModel.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedModel.update({ where: { id }, data }),
    delete: (id) => storedModel.delete({ where: { id } }),
  }),
  changes: (id) => [{ entity: "model", id }],
});
