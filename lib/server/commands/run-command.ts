import { dirname } from "node:path";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { EnvironmentError } from "@/lib/config/environment-error";
import { readEnvironment } from "@/lib/config/io/environment";
import { BackupError } from "@/lib/database/backup/backup-error";
import { DataFolderError } from "@/lib/database/data-folder";
import { DatabaseSetupError } from "@/lib/database/database-setup-error";
import { EmbeddedPostgresError } from "@/lib/database/embedded-postgres-error";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { loadConfig } from "@/lib/settings/io/load";
import { productVersion } from "../version";
import { auditSpendCommand } from "./audit-spend-command";
import { backupCommand } from "./backup-command";
import { type Command, UsageError } from "./command";
import { doctorCommand } from "./doctor-command";
import { fillAnalyticsCommand } from "./fill-analytics-command";
import { recoverJournalCommand } from "./recover-journal-command";
import { rotateCommand } from "./rotate-command";
import { restoreCommand } from "./restore-command";

/** The commands of the operator, by their names on the command line. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  rotate: rotateCommand,
  "audit-spend": auditSpendCommand,
  "recover-journal": recoverJournalCommand,
  "fill-analytics": fillAnalyticsCommand,
};

/**
 * Errors that the operator can fix: only their message is shown. Any other error is a bug and is shown with its stack.
 */
const OPERATOR_FAULTS = [BackupError, DataFolderError, DatabaseSetupError, EmbeddedPostgresError, EnvironmentError];

/**
 * Runs one command and answers its exit code; 2 means that it was called wrongly or could not be carried out. `start`:
 * the folder of the bundle, one level below the project's root.
 */
export async function runCommand([name = "", ...args]: readonly string[], start: string): Promise<number> {
  const report = (text: string): void => void process.stderr.write(`${text}\n`);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const root = dirname(start);
  const version = productVersion(root);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === "--version") {
    print(version);
    return 0;
  }
  if (!command) {
    const isAsked = name === "" || name === "--help" || name === "-h";
    (isAsked ? print : report)(`${isAsked ? "" : `There is no command ${JSON.stringify(name)}.\n`}${usageOfAll()}`);
    return isAsked && name !== "" ? 0 : 2;
  }
  if (args.some((argument) => argument === "--help" || argument === "-h")) {
    print(`Usage: ${name} ${command.usage}\n${command.help}`);
    return 0;
  }
  try {
    return await command.run(args, {
      config: await configuration(),
      root,
      version,
      print,
      report,
      signal: untilSignal(command),
    });
  } catch (error) {
    report(explain(error, name, command));
    return error instanceof UsageError ? 2 : (command.failureCode ?? 2);
  }
}

function usageOfAll(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, help }]) => `  ${name} ${usage}\n      ${help.split("\n")[0]}`,
  );
  return `dist/server.mjs starts the gateway. With a command, it does one of the following; --version prints its version.\nCommands:\n${lines.join("\n")}`;
}

/**
 * The environment together with the configuration file's variables. Faults of the file are reported by the gateway and
 * by `doctor`.
 */
function configuration(): ReturnType<typeof loadConfig> {
  const environment = readEnvironment();
  return loadConfig(environment.configPath, {
    environment,
    isKnownProvider,
    isPriced: hasPrice,
    routes: KNOWN_ROUTES,
    missing: "empty",
  });
}

/** The first signal asks the command to end and clean up, and a second one ends the process. */
function untilSignal({ endsBySignal }: Command): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    // Not the default reaction to a signal: it would leave behind an embedded database that this command has started.
    if (stopping.signal.aborted || !endsBySignal) process.exit(130);
    stopping.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return stopping.signal;
}

function explain(error: unknown, name: string, command: Command): string {
  if (error instanceof UsageError) return `${error.message}.\nUsage: ${name} ${command.usage}\n${command.help}`;
  if (error instanceof Error && error.name === "AbortError") return `${name} was stopped before it had finished.`;
  if (OPERATOR_FAULTS.some((fault) => error instanceof fault) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
