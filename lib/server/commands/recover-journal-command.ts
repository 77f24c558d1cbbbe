import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { messageOf } from "@/lib/error-message";
import { openDataFolder } from "@/lib/database/data-folder";
import { reachDatabase } from "@/lib/database/reach-database";
import type { Logger } from "@/lib/log";
import { recoverJournals } from "@/lib/spend/io/recovery";
import type { RecoveryReport } from "@/lib/spend/io/journal-folder";
import { openDatabase, type Database } from "@/lib/store/database";
import { type Command, type CommandContext, fileAndFlags, UsageError } from "./command";
import { countOf } from "./progress-line";

/** `recover-journal FOLDER`: books the calls that a node left in its data folder and that it will not book itself. */
export const recoverJournalCommand: Command = {
  usage: "FOLDER",
  help: `Books the calls in the journal of a node that will not come back. FOLDER is that node's data folder.
They are booked in the database of DATABASE_URL. Gateways may run meanwhile. You may run it again: each call is booked only
once. Exit codes: 0 if everything is booked, 1 if something was put aside, 2 if the folder or the database cannot be used.`,
  endsBySignal: true,

  async run(args, context) {
    const { file } = fileAndFlags(args, []);
    const { environment } = context.config;
    const folder = resolve(file);
    const directory = join(folder, "journal");
    if (!(await isFolder(directory))) {
      throw new UsageError(`${directory} is not a folder. Name the data folder (GATEWAY_DATA_DIR) of the node`);
    }
    if (environment.databaseUrl === undefined && folder === environment.dataDirectory) {
      throw new UsageError("This data folder has its own database. Start the gateway on it, and it books its journal");
    }
    // Throws while a gateway runs on the folder: that gateway books the journal itself.
    const held = openDataFolder(folder);
    try {
      return await bookInto(directory, context);
    } finally {
      held.release();
    }
  },
};

async function bookInto(directory: string, context: CommandContext): Promise<number> {
  const { environment, file } = context.config;
  const reached = await reachDatabase(environment);
  const database = openDatabase(reached.url);
  try {
    if (!(await answers(database, context))) return 2;
    const recovery = await recoverJournals({
      directory,
      database,
      log: logTo(context),
      waitMs: 0,
      mostNewNames: file?.general_settings?.max_new_names_per_day,
      models: file?.model_list,
    });
    context.signal.addEventListener("abort", recovery.stop, { once: true });
    return report(await recovery.finished, directory, context);
  } finally {
    await database.close();
    await reached.close();
  }
}

/** Whether the database answers. A gateway waits for its database; an operator wants to know at once. */
async function answers(database: Database, { report: say }: CommandContext): Promise<boolean> {
  try {
    await database.pool.query("SELECT 1");
    return true;
  } catch (error) {
    say(`The database cannot be reached: ${messageOf(error)}`);
    return false;
  }
}

function report(
  { booked, interrupted, rejected, damaged }: RecoveryReport,
  directory: string,
  { print }: CommandContext,
): number {
  print(`Booked ${countOf(booked, "call")} as finished and ${countOf(interrupted, "call")} as interrupted.`);
  if (rejected + damaged === 0) return 0;
  print(
    `${countOf(rejected, "call")} that the database refused and ${countOf(damaged, "damaged line")} are in separate files in ${directory}.`,
  );
  return 1;
}

function logTo({ report: say }: CommandContext): Logger {
  const line = (event: string, fields: Record<string, unknown> = {}): void => say(`${event} ${JSON.stringify(fields)}`);
  return { info() {}, warn: line, error: line };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
