import { z } from "zod";
import type { Receipt } from "@/lib/store/changes/receipts";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox } from "../secret-box";
import { write, type Writer } from "../write";

/** A key that signs tokens for tool servers. */
export interface SigningKey {
  readonly id: string;
  /** As a JWK (RFC 7517). */
  readonly publicKey: PublicKey;
  /** As a JWK in JSON; undefined: the encryption key of this node does not open it. */
  readonly privateKey: string | undefined;
  /** Milliseconds since it was made, by the clock of the database. */
  readonly age: number;
  readonly createdAt: Date;
  /** Milliseconds since an administrator replaced it, by that clock; null: nobody has. */
  readonly retiredFor: number | null;
}

const publicKey = z.looseObject({ kid: z.string(), kty: z.string() });
export type PublicKey = z.infer<typeof publicKey>;

/** A key that has just been made. */
export interface NewSigningKey {
  readonly publicKey: PublicKey;
  readonly privateKey: string;
}

type Client = { query(text: string): Promise<{ rows: unknown[] }> };

const row = z.object({
  id: z.string(),
  publicKey,
  sealed: z.string(),
  age: z.number(),
  createdAt: z.date(),
  retiredFor: z.number().nullable(),
});

/** All keys, the newest first. @throws the database's error */
export async function readSigningKeys({ pool }: Pick<Database, "pool">, box: SecretBox): Promise<SigningKey[]> {
  return keysIn(pool, box);
}

async function keysIn(client: Client, box: SecretBox): Promise<SigningKey[]> {
  const { rows } = await client.query(
    `SELECT id, public_key AS "publicKey", sealed, created_at AS "createdAt",
       (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age,
       (extract(epoch FROM clock_timestamp() - retired_at) * 1000)::float8 AS "retiredFor"
     FROM signing_keys ORDER BY created_at DESC, id`,
  );
  return rows.map((one) => {
    const { id, sealed, ...key } = row.parse(one);
    const opened = box.open(sealed, SEALED_COLUMNS.signingKeys.context(id));
    return { ...key, id, privateKey: "text" in opened ? opened.text : undefined };
  });
}

/** Tells every process that the keys have changed. @throws GatewayError directory_unavailable */
export async function announceSigningKeys(writer: Pick<Writer, "database" | "changes">): Promise<void> {
  const changes = [{ entity: "signing_key", id: "" }] as const;
  await write(writer, async () => ({ result: undefined, audit: [], changes }));
}

/**
 * Makes a key and deletes those that are over, as `plan` says of the keys that are there. One process does so at a
 * time, so that two make no two. @throws the database's error
 */
export function renewSigningKeys(
  { pool }: Pick<Database, "pool">,
  box: SecretBox,
  plan: (keys: readonly SigningKey[]) => { readonly make: NewSigningKey | undefined; readonly over: readonly string[] },
): Promise<SigningKey[]> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.signingKeys]);
    const { make, over } = plan(await keysIn(client, box));
    if (over.length > 0) await client.query("DELETE FROM signing_keys WHERE id = ANY($1)", [over]);
    if (make) {
      const { kid } = make.publicKey;
      const sealed = box.seal(make.privateKey, SEALED_COLUMNS.signingKeys.context(kid));
      await client.query(
        "INSERT INTO signing_keys (id, public_key, sealed, created_at) VALUES ($1, $2, $3, clock_timestamp())",
        [kid, make.publicKey, sealed],
      );
    }
    return keysIn(client, box);
  });
}

/**
 * Replaces every key by one that signs at once. They stay published until their tokens have expired.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function replaceSigningKeys(
  writer: Writer,
  box: SecretBox,
  { actor, made: { publicKey: shown, privateKey } }: { readonly actor: string; readonly made: NewSigningKey },
): Promise<Receipt[]> {
  const { kid } = shown;
  const sealed = box.seal(privateKey, SEALED_COLUMNS.signingKeys.context(kid));
  const event = { actor, action: "signing_key.rotate", entityType: "signing_key", entityId: kid };
  const { nodes } = await write(writer, async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys}::bigint)`;
    const replaced = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE signing_keys SET retired_at = clock_timestamp() WHERE retired_at IS NULL RETURNING id`;
    await transaction.$executeRaw`
      INSERT INTO signing_keys (id, public_key, sealed, created_at)
      VALUES (${kid}, ${JSON.stringify(shown)}::jsonb, ${sealed}, clock_timestamp())`;
    const before = { keys: replaced.map(({ id }) => id).sort() };
    return {
      result: undefined,
      audit: [{ ...event, before, after: { keys: [kid] } }],
      changes: [{ entity: "signing_key", id: "" }],
    };
  });
  return nodes;
}
