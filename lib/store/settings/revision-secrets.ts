import type { Prisma } from "@/lib/store/generated/client";
import { isObject } from "@/lib/is-object";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox } from "../secret-box";

/** A secret of an issuer that a revision names by id. */
export interface RevisionSecret {
  readonly secret: string;
  /** The only place that it may be sent to. */
  readonly destination: string;
}

/** A row of `revision_secrets`; `sealed` is encrypted. */
export interface SealedRevisionSecret {
  readonly id: string;
  readonly sealed: string;
}

/** Every secret that a revision has ever named: one for each time that an administrator entered a new one. */
export async function readRevisionSecrets({ pool }: Pick<Database, "pool">): Promise<SealedRevisionSecret[]> {
  const statement = "SELECT id, sealed FROM revision_secrets ORDER BY id";
  return (await pool.query<SealedRevisionSecret>(longStatement(statement, []))).rows;
}

/** Decrypts secrets; the answer is by id. Undefined: this node cannot decrypt it. */
export function openRevisionSecrets(
  rows: readonly SealedRevisionSecret[],
  open: SecretBox["open"],
): ReadonlyMap<string, RevisionSecret | undefined> {
  return new Map(
    rows.map(({ id, sealed }) => {
      const opened = open(sealed, SEALED_COLUMNS.revisionSecrets.context(id));
      return [id, "text" in opened ? parsed(opened.text) : undefined];
    }),
  );
}

/** Encrypts and adds secrets, in the transaction that adds the revision that names them. */
export async function addRevisionSecrets(
  transaction: Prisma.TransactionClient,
  box: SecretBox,
  secrets: ReadonlyMap<string, RevisionSecret>,
): Promise<void> {
  const data = [...secrets].map(([id, secret]) => ({
    id,
    sealed: box.seal(JSON.stringify(secret), SEALED_COLUMNS.revisionSecrets.context(id)),
  }));
  if (data.length > 0) await transaction.revisionSecret.createMany({ data });
}

function parsed(text: string): RevisionSecret | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return undefined;
  const { secret, destination } = value;
  return typeof secret === "string" && typeof destination === "string" ? { secret, destination } : undefined;
}
