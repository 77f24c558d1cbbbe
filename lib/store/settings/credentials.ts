import { GatewayError } from "@/lib/errors";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/receipts";
import { credentialRecord } from "@/lib/wire/credential";
import { auditEntry, type Audited } from "../audit-entry";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orAlreadyExists } from "../failures";
import type { Prisma, StoredCredential, StoredModel } from "@/lib/store/generated/client";
import { requireUnchanged, type IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** A named credential as the database holds it, with sealed secrets. Its id is its name. */
export type StoredCredentialRow = StoredCredential;

const COLUMNS = `id, "values", info, sealed, hints, created_by AS "createdBy", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const AUDITED: Audited<StoredCredentialRow> = { entityType: "credential", record: credentialRecord };

/** Entries of the model list are read with the settings, and so are the credentials that they name. */
const CHANGES: Change[] = [{ entity: "config", id: "" }];

/** The columns that administrators write. */
export interface CredentialColumns {
  readonly values: Prisma.InputJsonObject;
  readonly info: Prisma.InputJsonObject;
  readonly sealed: string | null;
  readonly hints: Prisma.InputJsonObject;
}

interface Written {
  readonly row: StoredCredentialRow;
  readonly nodes: Receipt[];
}

/** Every credential that administrators made, oldest first. @throws the database's error */
export async function readCredentials(database: Pick<Database, "pool">): Promise<StoredCredentialRow[]> {
  const statement = `SELECT ${COLUMNS} FROM credentials ORDER BY created_at, id`;
  return (await database.pool.query<StoredCredentialRow>(longStatement(statement, []))).rows;
}

/** Adds a credential. @throws GatewayError already_exists */
export async function createCredential(
  services: Writer,
  actor: string,
  id: string,
  columns: CredentialColumns,
): Promise<Written> {
  const written = write(services, async (transaction) => {
    const row = await transaction.storedCredential.create({ data: { ...columns, id, createdBy: actor } });
    const audit = [auditEntry(AUDITED, { actor, action: "credential.create", after: row })];
    return { result: row, audit, changes: CHANGES };
  });
  const message = "There is already a credential with this name; choose another, or change that one.";
  const { result, nodes } = await orAlreadyExists(written, message, "credential_name");
  return { row: result, nodes };
}

/**
 * Changes a credential. `change` makes the new columns from the old row.
 * @throws GatewayError not_found, changed_meanwhile, and what `change` throws
 */
export async function changeCredential(
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
    readonly change: (row: StoredCredentialRow) => CredentialColumns;
  },
): Promise<Written> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "credential", [id], "change", "credential_name");
    const before = await transaction.storedCredential.findUniqueOrThrow({ where: { id } });
    const after = await transaction.storedCredential.update({ where: { id }, data: change(before) });
    requireUnchanged(ifMatch, { current: credentialRecord(before), proposed: credentialRecord(after) });
    const audit = [auditEntry(AUDITED, { actor, action: "credential.update", before, after })];
    return { result: after, audit, changes: CHANGES };
  });
  return { row: result, nodes };
}

/** Deletes a credential that no stored entry names. @throws GatewayError not_found, changed_meanwhile, in_use */
export async function deleteCredential(
  services: Writer,
  actor: string,
  { id, ifMatch }: { readonly id: string; readonly ifMatch?: IfMatch },
): Promise<{ readonly nodes: Receipt[] }> {
  const { nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "credential", [id], "delete", "credential_name");
    const users = await transaction.storedModel.findMany({
      where: { params: { path: ["credential_name"], equals: id } },
      select: { id: true, modelName: true },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    if (users.length > 0) throw credentialInUse(users);
    const row = await transaction.storedCredential.delete({ where: { id } });
    requireUnchanged(ifMatch, { current: credentialRecord(row), proposed: null });
    const audit = [auditEntry(AUDITED, { actor, action: "credential.delete", before: row })];
    return { result: undefined, audit, changes: CHANGES };
  });
  return { nodes };
}

const MOST_NAMED = 100;

/** The refusal to delete a credential that entries name. */
function credentialInUse(entries: readonly Pick<StoredModel, "id" | "modelName">[]): GatewayError {
  const names = [...new Set(entries.map(({ modelName }) => modelName))];
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const message = `Entries of the model list name this credential: ${shown}. Change them first.`;
  const ids = entries.slice(0, MOST_NAMED).map(({ id }) => id);
  return new GatewayError("in_use", message, { param: "credential_name", details: { entries: ids } });
}
