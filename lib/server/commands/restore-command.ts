import { join } from "node:path";
import type { Environment } from "@/lib/config/environment-variables";
import { checkBackup, type CheckedBackup } from "@/lib/database/backup/read-backup";
import { restoreBackup, type Restored } from "@/lib/database/backup/restore-backup";
import { planRestore } from "@/lib/database/backup/restore-plan";
import type { BackupDatabase } from "@/lib/database/backup/session";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { readMigrations } from "@/lib/database/migrate";
import { readPersistentSecret, replacePersistentSecret } from "@/lib/database/persistent-secret";
import { journalFolder, readJournalFolder } from "@/lib/spend/io/journal-folder";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { SecretBox } from "@/lib/store/secret-box";
import { externalDatabase } from "./backup-command";
import { type Command, type CommandContext, fileAndFlags } from "./command";
import { countOf, progressLine } from "./progress-line";
import { restoreReport, type RestoreReport } from "./restore-report";

const KEY_FILE = "encryption.key";
const silent = { info() {}, warn() {}, error() {} };

/** `restore FILE`: the rows of a backup in place of everything that the database holds. */
export const restoreCommand: Command = {
  usage: "FILE [--replace]",
  help: `Restores the database from FILE. Stop every gateway on the database first.
--replace  Deletes everything in the database first. Without it, the command refuses a database that has rows.`,
  endsBySignal: true,

  async run(args, context) {
    const { file, given } = fileAndFlags(args, ["replace"]);
    const { environment } = context.config;
    context.report(`Checking ${file}`);
    const checked = await checkBackup(file);
    const migrations = await readMigrations(join(context.root, "prisma", "migrations"));
    const plan = planRestore(checked.header, migrations, context.version);
    context.report(
      `The file is complete: ${countOf(checked.rows, "row")} as of ${checked.header.created_at}. Restoring`,
    );
    const { database, close } = await reachStopped(environment);
    let restored: Restored;
    let key: RestoreReport["key"];
    try {
      const onProgress = (progress: Parameters<typeof progressLine>[0]): void => say(context, progressLine(progress));
      const options = { replace: given.has("replace"), onProgress, signal: context.signal };
      restored = await restoreBackup({ database, file, checked, plan, ...options });
      key = await keepKey(environment, checked);
    } finally {
      await close();
    }
    const report = { file, checked, restored, key, now: Date.now() };
    const unreadable = await unreadableRows(environment, restored);
    const journalFiles = await countJournal(environment);
    context.print(restoreReport({ ...report, unreadable, journalFiles }).join("\n"));
    return 0;
  },
};

/** The database, once no gateway of this data folder runs. The embedded one runs until the command closes it. */
async function reachStopped(environment: Environment): Promise<{ database: BackupDatabase; close(): Promise<void> }> {
  const external = externalDatabase(environment);
  if (external) return { database: external, close: async () => {} };
  const directory = environment.dataDirectory;
  const folder = openDataFolder(directory);
  try {
    const server = await startEmbeddedPostgres({ directory, log: silent });
    const close = async (): Promise<void> => {
      await server.stop();
      folder.release();
    };
    return { database: { url: server.url, variable: "GATEWAY_DATA_DIR" }, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** Puts the key of the file into the data folder, unless the operator has configured one. The old key is kept. */
async function keepKey(
  { encryptionKey: configured, dataDirectory }: Environment,
  { encryptionKey, header }: CheckedBackup,
): Promise<RestoreReport["key"]> {
  if (encryptionKey === undefined) return "none in the file";
  if (configured !== undefined) return configured === encryptionKey ? "kept" : "configured another";
  if ((await readPersistentSecret(dataDirectory, KEY_FILE)) === encryptionKey) return "kept";
  const suffix = `restore-of-${header.created_at.replace(/[^0-9TZ]/g, "")}`;
  await replacePersistentSecret(dataDirectory, KEY_FILE, { value: encryptionKey, suffix });
  return "written";
}

const CONTEXTS = {
  model: SEALED_COLUMNS.modelSecrets.context,
  credential: SEALED_COLUMNS.credentialSecrets.context,
  login: SEALED_COLUMNS.loginSecrets.context,
  "alert channel": SEALED_COLUMNS.alertChannels.context,
  "tool server": SEALED_COLUMNS.toolServerSecrets.context,
};

async function unreadableRows(
  { encryptionKey, previousEncryptionKeys, dataDirectory }: Environment,
  { facts }: Restored,
): Promise<RestoreReport["unreadable"]> {
  const key = encryptionKey ?? (await readPersistentSecret(dataDirectory, KEY_FILE));
  if (key === undefined) return undefined;
  const box = new SecretBox(key, previousEncryptionKeys);
  return facts.sealed.filter(({ kind, id, sealed }) => "fault" in box.open(sealed, CONTEXTS[kind](id)));
}

/** A node that has never written a journal has no such folder. */
async function countJournal(environment: Environment): Promise<number> {
  const found = await readJournalFolder(journalFolder(environment)).catch(() => undefined);
  return found?.segments.length ?? 0;
}

function say({ report }: CommandContext, line: string | undefined): void {
  if (line !== undefined) report(line);
}
