import type { Environment } from "@/lib/config/environment-variables";
import { BackupError } from "@/lib/database/backup/backup-error";
import type { BackupDatabase } from "@/lib/database/backup/session";
import { writeBackup } from "@/lib/database/backup/write-backup";
import { readPersistentSecret } from "@/lib/database/persistent-secret";
import { reachDatabase } from "@/lib/database/reach-database";
import { type Command, type CommandContext, fileAndFlags } from "./command";
import { bytesOf, countOf, progressLine } from "./progress-line";

/** `backup FILE`: everything that the database holds, as of one moment, while gateways go on. */
export const backupCommand: Command = {
  usage: "FILE [--with-secrets] [--with-content]",
  help: `Writes the whole database to FILE, as it is at one moment. Gateways may keep using the database meanwhile.
--with-secrets  Also writes the key that decrypts the secrets in the database.
--with-content  Also writes the prompts and answers that teams or keys keep. They stay encrypted.`,
  endsBySignal: true,

  async run(args, context) {
    const { file, given } = fileAndFlags(args, ["with-secrets", "with-content"]);
    const { environment } = context.config;
    const withSecrets = given.has("with-secrets");
    const encryptionKey = withSecrets ? await existingKey(environment) : undefined;
    const { database, close } = await reach(environment);
    try {
      context.report(`Backing up to ${file}`);
      const { header, tables, rows, bytes } = await writeBackup({
        database,
        file,
        version: context.version,
        encryptionKey,
        withContent: given.has("with-content"),
        signal: context.signal,
        onProgress: (progress) => say(context, progressLine(progress)),
      });
      context.print(
        `Wrote ${file}: ${countOf(tables, "table")}, ${countOf(rows, "row")}, ${bytesOf(bytes)}, as of ${header.created_at}.`,
      );
    } finally {
      await close();
    }
    context.print(withSecrets ? SECRETS_INSIDE : secretsOutside(environment));
    return 0;
  },
};

const SECRETS_INSIDE = `THE FILE CONTAINS THE ENCRYPTION KEY. Whoever has the file can read the API keys of your providers, so keep it as safe
as those keys. Only its owner can read it now.`;

function secretsOutside({ encryptionKey, dataDirectory }: Environment): string {
  const location = encryptionKey === undefined ? `${dataDirectory}/encryption.key` : "GATEWAY_ENCRYPTION_KEY";
  return `The file does not contain the encryption key. Keep ${location} in another place, or back up with --with-secrets.`;
}

async function existingKey({ encryptionKey, dataDirectory }: Environment): Promise<string> {
  const key = encryptionKey ?? (await readPersistentSecret(dataDirectory, "encryption.key"));
  if (key !== undefined) return key;
  throw new BackupError(
    `There is no encryption key: GATEWAY_ENCRYPTION_KEY is not set and ${dataDirectory}/encryption.key does not exist`,
  );
}

/** The database without a pooler, because a snapshot needs one connection. The embedded one is started if need be. */
async function reach(environment: Environment): Promise<{ database: BackupDatabase; close(): Promise<void> }> {
  const external = externalDatabase(environment);
  if (external) return { database: external, close: async () => {} };
  const { url, close } = await reachDatabase({ databaseUrl: undefined, dataDirectory: environment.dataDirectory });
  return { database: { url, variable: "GATEWAY_DATA_DIR" }, close };
}

/** The operator's own PostgreSQL, if there is one. */
export function externalDatabase({ databaseUrl, databaseDirectUrl }: Environment): BackupDatabase | undefined {
  if (databaseUrl === undefined) return undefined;
  return databaseDirectUrl === undefined
    ? { url: databaseUrl, variable: "DATABASE_URL" }
    : { url: databaseDirectUrl, variable: "DATABASE_DIRECT_URL" };
}

function say({ report }: CommandContext, line: string | undefined): void {
  if (line !== undefined) report(line);
}
