import type { Database } from "./database";
import { SEALED_COLUMNS } from "./sealed-columns";
import type { SecretBox } from "./secret-box";

const ID = "encryption";
const TEXT = "model-gateway";
const { knownValues, modelSecrets } = SEALED_COLUMNS;

/** Whether the keys of a box open a sealed known value. */
export function opensKnownValue(secrets: SecretBox, sealed: string): boolean {
  const opened = secrets.open(sealed, knownValues.context(ID));
  return "text" in opened && opened.text === TEXT;
}

/** The known value as the database holds it; undefined: there is none yet. @throws the database's error */
export async function readKnownValue({ pool }: Pick<Database, "pool">): Promise<string | undefined> {
  return (await pool.query<{ sealed: string }>("SELECT sealed FROM known_values WHERE id = $1", [ID])).rows[0]?.sealed;
}

/**
 * Seals the known value unless another node has. A node that opens none of the stored entries must not seal it: the
 * nodes with the right key would then not be ready. Returns the value in the database; undefined: there is none.
 * @throws the database's error
 */
export async function keepKnownValue(
  { pool }: Pick<Database, "pool">,
  secrets: SecretBox,
): Promise<string | undefined> {
  const kept = await readKnownValue({ pool });
  if (kept !== undefined) return kept;
  const { rows: entries } = await pool.query<{ id: string; sealed: string }>(
    "SELECT id, sealed FROM models WHERE sealed IS NOT NULL LIMIT 100",
  );
  const opens = entries.some(({ id, sealed }) => "text" in secrets.open(sealed, modelSecrets.context(id)));
  if (entries.length > 0 && !opens) return undefined;
  const sealed = secrets.seal(TEXT, knownValues.context(ID));
  await pool.query("INSERT INTO known_values (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING", [ID, sealed]);
  return readKnownValue({ pool });
}

/** Seals the known value with the current key, whatever it was, for an installation whose key is lost. */
export async function replaceKnownValue({ pool }: Pick<Database, "pool">, secrets: SecretBox): Promise<void> {
  const sealed = secrets.seal(TEXT, knownValues.context(ID));
  await pool.query(
    "INSERT INTO known_values (id, sealed) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed",
    [ID, sealed],
  );
}
