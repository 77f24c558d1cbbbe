import type { Environment } from "@/lib/config/environment-variables";
import type { Finding } from "@/lib/config/finding";
import type { Database } from "@/lib/store/database";
import { opensKnownValue, readKnownValue } from "@/lib/store/known-value";
import { SecretBox } from "@/lib/store/secret-box";

export interface ChangedKeys {
  readonly database: Database;
  /** The box in force; it takes over the changed keys. */
  readonly secrets: SecretBox;
  /** The environment now. */
  readonly environment: Environment;
  /** The key of the data folder, if the process was started with it. */
  readonly keptKey: string | undefined;
}

/**
 * Puts changed encryption keys in force if they decrypt what the nodes have encrypted. Otherwise the keys from before
 * stay in force, and the findings say what is wrong with the new ones.
 */
export async function adoptEncryptionKeys({
  database,
  secrets,
  environment,
  keptKey,
}: ChangedKeys): Promise<readonly Finding[]> {
  const key = environment.encryptionKey ?? keptKey;
  if (key === undefined) return [refused("it has been removed", "set it again, or restart the gateway")];
  const changed = new SecretBox(key, environment.previousEncryptionKeys);
  if (changed.keyIds.join() === secrets.keyIds.join()) return [];
  const known = await readKnownValue(database).catch(() => "away" as const);
  if (known === "away") return [refused("the database is away, so it cannot be tried", "send SIGHUP when it is back")];
  if (known === undefined || !opensKnownValue(changed, known)) {
    const fix = "list the key from before in GATEWAY_ENCRYPTION_KEY_PREVIOUS";
    return [refused("it does not decrypt what the nodes have encrypted", fix)];
  }
  secrets.adopt(changed);
  return [];
}

function refused(reason: string, fix: string): Finding {
  return {
    number: "C177",
    severity: "warning",
    path: "environment_variables.GATEWAY_ENCRYPTION_KEY",
    message: `GATEWAY_ENCRYPTION_KEY has been changed and is not in force: ${reason}`,
    fix,
  };
}
