import { randomBytes } from "node:crypto";
import type { Database } from "../database";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox, SealFault } from "../secret-box";

/** The id of the only row. */
const ID = "generated";
const CONTEXT = SEALED_COLUMNS.webhookSecrets.context(ID);
const SECRET_BYTES = 32;

/** The generated secret that signs webhooks. */
export type StoredWebhookSecret =
  | { readonly secret: string; readonly isCopied: boolean }
  /** The encryption key of this node does not open it. */
  | { readonly fault: SealFault };

/** Reads the secret of this database; the first node to ask makes it. @throws the database's error */
export async function webhookSecret({ pool }: Pick<Database, "pool">, box: SecretBox): Promise<StoredWebhookSecret> {
  const known = await readSecret(pool, box);
  if (known) return known;
  const made = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  await pool.query("INSERT INTO webhook_secrets (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    ID,

    box.seal(made, CONTEXT),
  ]);
  return (await readSecret(pool, box)) ?? { fault: "damaged" };
}

/** Records that an administrator has copied the secret, which is not shown afterwards. @throws the database's error */
export async function confirmWebhookSecret({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query("UPDATE webhook_secrets SET copied_at = coalesce(copied_at, now())");
}

async function readSecret(pool: Database["pool"], box: SecretBox): Promise<StoredWebhookSecret | undefined> {
  const { rows } = await pool.query<{ sealed: string; copied: boolean }>(
    "SELECT sealed, copied_at IS NOT NULL AS copied FROM webhook_secrets WHERE id = $1",
    [ID],
  );
  const [row] = rows;
  if (!row) return undefined;
  const opened = box.open(row.sealed, CONTEXT);
  return "fault" in opened ? { fault: opened.fault } : { secret: opened.text, isCopied: row.copied };
}
