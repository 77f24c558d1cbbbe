import { GatewayError } from "@/lib/errors";
import type { Prisma, StoredCredential, StoredModel } from "@/lib/store/generated/client";
import { credentialRecord } from "@/lib/wire/credential";
import { KEPT_COLUMNS, sealedStore } from "./sealed-rows";

/** A named credential as the database holds it, with sealed secrets. Its id is its name. */
export type StoredCredentialRow = StoredCredential;

/** The columns that administrators write. */
export interface CredentialColumns {
  readonly values: Prisma.InputJsonObject;
  readonly info: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

/** The credentials that administrators made. One that a stored entry names is not deleted: `in_use`. */
export const storedCredentials = sealedStore<StoredCredentialRow, CredentialColumns>({
  table: "credentials",
  columns: `id, "values", info, ${KEPT_COLUMNS}`,
  lock: "credential",
  audited: { entityType: "credential", record: credentialRecord },
  actions: { create: "credential.create", update: "credential.update", delete: "credential.delete" },
  param: { new: "credential_name", known: "credential_name" },
  taken: "There is already a credential with this name; choose another, or change that one.",
  rows: ({ storedCredential }) => ({
    create: (data) => storedCredential.create({ data }),
    find: (id) => storedCredential.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedCredential.update({ where: { id }, data }),
    delete: (id) => storedCredential.delete({ where: { id } }),
  }),
  // Entries of the model list are read with the settings, and so are the credentials that they name.
  changes: () => [{ entity: "config", id: "" }],
  async beforeDeletion(transaction, id) {
    const users = await transaction.storedModel.findMany({
      where: { params: { path: ["credential_name"], equals: id } },
      select: { id: true, modelName: true },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    if (users.length > 0) throw credentialInUse(users);
    return [];
  },
});

const MOST_NAMED = 100;

/** The refusal to delete a credential that entries name. */
function credentialInUse(entries: readonly Pick<StoredModel, "id" | "modelName">[]): GatewayError {
  const names = [...new Set(entries.map(({ modelName }) => modelName))];
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const message = `Entries of the model list name this credential: ${shown}. Change them first.`;
  const ids = entries.slice(0, MOST_NAMED).map(({ id }) => id);
  return new GatewayError("in_use", message, { param: "credential_name", details: { entries: ids } });
}
