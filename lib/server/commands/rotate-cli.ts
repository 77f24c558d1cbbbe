import { messageOf } from "@/lib/error-message";
import type { Environment } from "@/lib/config/environment-variables";
import { readPersistentSecret } from "@/lib/database/persistent-secret";
import { reachDatabase } from "@/lib/database/reach-database";
import { openDatabase, type Database } from "@/lib/store/database";
import { opensKnownValue, readKnownValue, replaceKnownValue } from "@/lib/store/known-value";
import { readNodes } from "@/lib/store/nodes";
import { rotateEncryption } from "@/lib/store/rotate-encryption";
import { SecretBox } from "@/lib/store/secret-box";
import { rotationReport } from "./rotation-report";

export interface RotateOptions {
  readonly isDry: boolean;
  /** Whether what cannot be decrypted counts as lost. */
  readonly isLossAccepted: boolean;
}

export interface RotateResult {
  /** 0: everything is encrypted with the current key. 1: something is not. 2: nothing was done. */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

const ROTATE_USAGE = `npm run rotate -- encryption [--dry-run] [--accept-loss]

Re-encrypts everything in the database that a key of GATEWAY_ENCRYPTION_KEY_PREVIOUS encrypted, with GATEWAY_ENCRYPTION_KEY.
Gateways may run meanwhile. You may stop it and run it again. docs/operate/rotation.md has the steps before and after.

  --dry-run      says what it would do, and changes nothing
  --accept-loss  continues even if the nodes' known value cannot be decrypted, because its key is lost
`;

/** Reads the command's arguments. A string says what is wrong with them. */
export function parseRotateArguments(parameters: readonly string[]): RotateOptions | string {
  const [what, ...flags] = parameters;
  const unknown = flags.find((flag) => flag !== "--dry-run" && flag !== "--accept-loss");
  if (what !== "encryption") return `say what to rotate: encryption\n\n${ROTATE_USAGE}`;
  if (unknown !== undefined) return `unknown option ${JSON.stringify(unknown)}\n\n${ROTATE_USAGE}`;
  return { isDry: flags.includes("--dry-run"), isLossAccepted: flags.includes("--accept-loss") };
}

/** The command behind `npm run rotate -- encryption`. `say` prints a line of progress. */
export async function rotateCommand(
  environment: Pick<Environment, "databaseUrl" | "dataDirectory" | "encryptionKey" | "previousEncryptionKeys">,
  options: RotateOptions,
  say: (line: string) => void,
): Promise<RotateResult> {
  try {
    const key = environment.encryptionKey ?? (await readPersistentSecret(environment.dataDirectory, "encryption.key"));
    if (key === undefined) {
      const message = `GATEWAY_ENCRYPTION_KEY is not set, and ${environment.dataDirectory} has no key. Run this with the settings of the gateway`;
      return refused(message);
    }
    const reached = await reachDatabase(environment);
    try {
      const database = openDatabase(reached.url);
      try {
        return await rotate(database, new SecretBox(key, environment.previousEncryptionKeys), options, say);
      } finally {
        await database.close();
      }
    } finally {
      await reached.close();
    }
  } catch (error) {
    return refused(messageOf(error));
  }
}

async function rotate(
  database: Database,
  secrets: SecretBox,
  options: RotateOptions,
  say: (line: string) => void,
): Promise<RotateResult> {
  const { nodes } = await readNodes(database);
  const unable = nodes.find(({ keyIds }) => !keyIds.includes(secrets.keyIds[0] ?? ""));
  if (unable) {
    return refused(
      `node ${unable.name} could not decrypt the result. Give it this GATEWAY_ENCRYPTION_KEY first, or list the key in its GATEWAY_ENCRYPTION_KEY_PREVIOUS. A node that has stopped is forgotten after a minute`,
    );
  }
  const known = await readKnownValue(database);
  if (known === undefined ? options.isLossAccepted : !opensKnownValue(secrets, known)) {
    if (!options.isLossAccepted) {
      return refused(
        "none of the keys here decrypts what the nodes have encrypted. List their key in GATEWAY_ENCRYPTION_KEY_PREVIOUS. If it is lost, --accept-loss continues without it",
      );
    }
    if (!options.isDry) await replaceKnownValue(database, secrets);
  }
  const columns = await rotateEncryption({
    database,
    secrets,
    isDry: options.isDry,
    onProgress: ({ what }, rows) => say(`${what}: ${rows}`),
  });
  return rotationReport(columns, options.isDry);
}

function refused(message: string): RotateResult {
  return { exitCode: 2, output: `Nothing was rotated: ${message}.\n` };
}
