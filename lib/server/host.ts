import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { Secret } from "@/lib/config/secret";
import type { Environment } from "@/lib/config/environment-variables";
import { configuredMasterKey } from "@/lib/settings/settings";
import { openDatabase } from "@/lib/store/database";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { persistentSecret } from "@/lib/database/persistent-secret";
import { RecoveredCalls } from "@/lib/spend/io/recovered-calls";
import { recoverJournals, type EndedBehind, type Recovery } from "@/lib/spend/io/recovery";
import type { LoadedConfig } from "./configuration";
import type { Logger } from "@/lib/log";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { productVersion } from "./version";

/** What the processes of one data folder share: its lock, secrets, database, and the journals of dead processes. */
export interface Host {
  readonly databaseUrl: string;
  /** The address of the same database without the pooler that may stand at `databaseUrl`. */
  readonly directUrl: string;
  /** The data folder's master key, if the operator has set none, and its file. `isNew`: it has never been shown. */
  readonly keptMasterKey: { readonly value: Secret; readonly isNew: boolean; readonly path: string } | undefined;
  /** Encrypts the secrets in the database. */
  readonly encryptionKey: Secret;
  /** next-auth encrypts session cookies with it. */
  readonly sessionSecret: string;
  /**
   * Books the calls in the journal of a dead process. `endedBehind` learns of the calls that ended behind its place in
   * the journal.
   */
  recover(pid: number, endedBehind?: EndedBehind): Promise<void>;
  /** Calls of dead processes that have been booked as interrupted, for the observer of this process. */
  readonly recovered: RecoveredCalls;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly environment: Environment;
  readonly config: LoadedConfig;
  readonly log: Logger;
  /** Absolute path of prisma/migrations. */
  readonly migrations: string;
}

/**
 * Locks the data folder, starts the embedded database unless DATABASE_URL names another, migrates it, and books the
 * calls in the journals of dead processes.
 * @throws DataFolderInUseError, DataFolderError, EmbeddedPostgresError, DatabaseSetupError with one line for the
 * operator
 */
export async function openHost({ environment, config, log, migrations }: HostOptions): Promise<Host> {
  const folder = openDataFolder(environment.dataDirectory);
  const closers: (() => Promise<void>)[] = [async () => folder.release()];
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    let { databaseUrl } = environment;
    if (databaseUrl === undefined) {
      const postgres = await startEmbeddedPostgres({ directory: environment.dataDirectory, log });
      closers.push(() => postgres.stop());
      databaseUrl = postgres.url;
    }
    const direct = directAddress(environment, databaseUrl);
    const applied = await migrateDatabase(direct.url, {
      directory: migrations,
      variable: direct.variable,
      version: productVersion(dirname(dirname(migrations))),
      onProgress: ({ migration, step, number, of }) => log.info("database.preparing", { migration, step, number, of }),
    });
    if (applied.length > 0) log.info("database.migrated", { applied });
    const secrets = await hostSecrets(environment, config);
    const database = openDatabase(databaseUrl);
    const recoveries: Recovery[] = [];
    const recovered = new RecoveredCalls();
    const recover = async (pid?: number, endedBehind?: EndedBehind): Promise<void> => {
      recoveries.push(
        await recoverJournals({
          directory: journalFolder(environment),
          database,
          log,
          onInterrupted: (record) => recovered.add(record),
          mostNewNames: config.file.general_settings?.max_new_names_per_day,
          models: config.file.model_list,
          ...(pid !== undefined && { pid }),
          ...(endedBehind && { endedBehind }),
        }),
      );
    };
    await recover();
    closers.push(async () => {
      for (const recovery of recoveries) recovery.stop();
      await Promise.allSettled(recoveries.map(({ finished }) => finished));
      await database.close();
    });
    return { databaseUrl, directUrl: direct.url, ...secrets, recover, recovered, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The host of a worker: another process holds the data folder and says where the database is. */
export async function joinHost(environment: Environment, config: LoadedConfig, databaseUrl: string): Promise<Host> {
  const secrets = await hostSecrets(environment, config);
  const directUrl = directAddress(environment, databaseUrl).url;
  return {
    databaseUrl,
    directUrl,
    ...secrets,
    recover: async () => {},
    recovered: new RecoveredCalls(),
    close: async () => {},
  };
}

/** The address at which the change feed and migrations reach the database, and the variable that it comes from. */
function directAddress(
  environment: Environment,
  databaseUrl: string,
): { readonly url: string; readonly variable: "DATABASE_URL" | "DATABASE_DIRECT_URL" } {
  const isExternal = environment.databaseUrl !== undefined;
  return isExternal && environment.databaseDirectUrl !== undefined
    ? { url: environment.databaseDirectUrl, variable: "DATABASE_DIRECT_URL" }
    : { url: databaseUrl, variable: "DATABASE_URL" };
}

/** A name for this process that is unique among the processes of one database. */
export function nodeName(): string {
  return `${machineName()}-${process.pid}-${randomBytes(3).toString("hex")}`;
}

/** The name of this machine, which its processes share. */
export function machineName(): string {
  return hostname()
    .replace(/[^A-Za-z0-9.-]/g, "-")
    .slice(0, 30);
}

/**
 * The name of this node in alerts: its machine and its data folder. It is the same for all its processes and after a
 * restart, and another one for a second node on the same machine.
 */
export function nodePlace({ dataDirectory }: Pick<Environment, "dataDirectory">): string {
  return `${machineName()}:${dataDirectory}`;
}

const MASTER_KEY_FILE = "master.key";

async function hostSecrets(
  environment: Environment,
  config: LoadedConfig,
): Promise<Pick<Host, "keptMasterKey" | "sessionSecret" | "encryptionKey">> {
  const generate = (): string => randomBytes(32).toString("base64url");
  const directory = environment.dataDirectory;
  const session =
    config.environment.nextAuthSecret ?? (await persistentSecret(directory, "session.secret", generate)).value;
  const encryptionKey = new Secret(
    config.environment.encryptionKey ?? (await persistentSecret(directory, "encryption.key", generate)).value,
  );
  if (configuredMasterKey(config.file, config.environment))
    return { keptMasterKey: undefined, sessionSecret: session, encryptionKey };
  const kept = await persistentSecret(directory, MASTER_KEY_FILE, () => `sk-${generate()}`);
  return {
    keptMasterKey: { value: new Secret(kept.value), isNew: kept.created, path: join(directory, MASTER_KEY_FILE) },
    sessionSecret: session,
    encryptionKey,
  };
}

/** The variable in which the first process tells a worker its place: from 0, and the same for its replacement. */
export const WORKER_PLACE = "GATEWAY_WORKER_PLACE";

/** Whether this process is the one of its machine that says what all of them would say. */
export function isFirstOfMachine({ lookup }: Pick<Environment, "lookup">): boolean {
  return (lookup(WORKER_PLACE) ?? "0") === "0";
}
