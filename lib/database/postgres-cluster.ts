import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, lchown, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "./data-folder";
import { EmbeddedPostgresError } from "./embedded-postgres-error";
import {
  type Account,
  accountSpawner,
  POSTGRES_ENVIRONMENT,
  type SpawnAsAccount,
  unprivilegedAccount,
} from "./postgres-account";
import type { PostgresBinaries } from "./postgres-binaries";
import type { Logger } from "@/lib/log";

export interface EmbeddedPostgresOptions {
  /** The data folder; this process must hold its lock. */
  readonly directory: string;
  readonly log: Logger;
  /** Server settings that are added to the usual ones or replace them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The role that owns everything in the embedded database. */
export const DATABASE_ROLE = "gateway";

/** A PostgreSQL cluster, which is a folder of files, and how to run programs on it. */
export interface Cluster {
  /** Absolute path. */
  readonly directory: string;
  readonly binaries: PostgresBinaries;
  readonly spawnAs: SpawnAsAccount;
}

const FOLDER = "postgres";
const UNFINISHED = "postgres.init-";
const PROGRAM_LIMIT_MS = 60_000;

/**
 * Opens the cluster in the data folder, or creates it. A new cluster is completed in another folder and then renamed,
 * so a crash never leaves half a cluster. What a crash left behind is removed.
 * @throws EmbeddedPostgresError with the end of initdb's output
 */
export async function openCluster(
  dataDirectory: string,
  binaries: PostgresBinaries,
  password: string,
): Promise<Cluster> {
  const directory = join(dataDirectory, FOLDER);
  const finished = await stat(join(directory, "PG_VERSION")).catch(() => undefined);
  const existing = finished ? await stat(directory) : undefined;
  const account = clusterAccount(directory, existing?.uid, existing?.gid);
  const spawnAs = await accountSpawner(account, { folder: dataDirectory, program: binaries.postgres });
  const cluster = { directory, binaries, spawnAs };
  await removeUnfinished(dataDirectory);
  if (!existing) await createCluster(cluster, dataDirectory, account, password);
  else if (account && existing.uid === 0) await giveAway(directory, account);
  return cluster;
}

/**
 * The account that runs the cluster. An existing cluster keeps its owner, even if the machine has got a better account
 * since.
 */
function clusterAccount(directory: string, ownerUid: number | undefined, ownerGid = 0): Account | undefined {
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && ownerUid !== undefined && ownerUid !== uid) {
    throw new EmbeddedPostgresError(
      `The database folder ${directory} belongs to user id ${ownerUid}, but the gateway runs as user id ${uid}: ` +
        "start it as the user it was first started as, or change the folder's owner (chown -R)",
    );
  }
  if (uid !== 0) return undefined;
  if (ownerUid) return { name: `user id ${ownerUid}`, uid: ownerUid, gid: ownerGid };
  const account = unprivilegedAccount();
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody": ' +
      "start the gateway as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own",
  );
}

/**
 * Removes the unfinished clusters that it can. The initdb of a killed gateway may still write for a moment, but its
 * folder's name is never used again.
 */
async function removeUnfinished(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(dataDirectory, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
      () => {},
    );
  }
}

async function createCluster(
  cluster: Cluster,
  dataDirectory: string,
  account: Account | undefined,
  password: string,
): Promise<void> {
  const staging = join(dataDirectory, UNFINISHED + randomBytes(6).toString("hex"));
  const unfinished = join(staging, FOLDER);
  const passwordFile = join(staging, "password");
  await mkdir(staging, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [staging, passwordFile]) await chown(path, account.uid, account.gid);
  const settings = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  // For initdb's trial servers, which start faster when they are small. The real server gets its settings as arguments.
  const small = ["-c", "shared_buffers=8MB", "-c", "max_connections=20"];
  const access = [`--username=${DATABASE_ROLE}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  try {
    await run(
      "initdb",
      cluster.spawnAs(
        cluster.binaries.initdb,
        ["-D", unfinished, ...access, ...settings, ...small, "--no-instructions"],
        {
          cwd: staging,
          env: POSTGRES_ENVIRONMENT,
          stdio: ["ignore", "pipe", "pipe"], // an initdb whose gateway is gone ends at its next line of output
        },
      ),
    );
    await rename(unfinished, cluster.directory).catch((cause: unknown) => {
      throw new EmbeddedPostgresError(
        `${cluster.directory} holds something other than a PostgreSQL database: move it away, or set GATEWAY_DATA_DIR to another folder`,
        { cause },
      );
    });
    await syncFolder(dataDirectory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Sets the role's password without knowing the old one, whose file was lost. The server must be stopped. */
export async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const program = cluster.spawnAs(cluster.binaries.postgres, ["--single", "-D", cluster.directory, "template1"], {
    cwd: cluster.directory,
    env: POSTGRES_ENVIRONMENT,
    stdio: ["pipe", "pipe", "pipe"],
  });
  program.stdin?.on("error", () => {});
  program.stdin?.end(`ALTER ROLE ${DATABASE_ROLE} PASSWORD '${password}'\n`);
  await run("postgres --single", program);
}

async function giveAway(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveAway(inner, account);
    else await lchown(inner, account.uid, account.gid);
  }
}

async function run(name: string, program: ChildProcess): Promise<void> {
  let output = "";
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-4_000);
  };
  program.stdout?.on("data", collect);
  program.stderr?.on("data", collect);
  const timer = setTimeout(() => program.kill("SIGKILL"), PROGRAM_LIMIT_MS);
  const end = await new Promise<string | undefined>((resolve) => {
    program.once("error", (error) => resolve(error.message));
    program.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal === "SIGKILL" ? "it was killed or took over a minute" : `exit code ${code ?? signal}`);
    });
  });
  clearTimeout(timer);
  if (end !== undefined) throw programError(name, end, output);
}

function programError(name: string, end: string, output: string): EmbeddedPostgresError {
  const hint = output.includes("could not look up effective user ID")
    ? " because the user id the gateway runs as has no entry in /etc/passwd: add one, or set DATABASE_URL to a PostgreSQL of your own"
    : "";
  return new EmbeddedPostgresError(
    `${name} failed (${end})${hint}:\n${output.trim().split("\n").slice(-10).join("\n")}`,
  );
}
