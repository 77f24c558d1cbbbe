import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { EmbeddedPostgresError } from "./embedded-postgres-error";

/** An account of this machine. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Starts a program of the database. Uid and gid in the options are ignored. */
export type SpawnAsAccount = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Capabilities that let the database's account pass through root's folders, such as a 0700 home, to reach its own. */
const PASSING = "+dac_override,+dac_read_search";

/**
 * The account to run PostgreSQL under, because PostgreSQL refuses to run as root. Undefined: this process is not
 * root's, or the machine has no such account.
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  return ["postgres", "nobody"]
    .map((name) => accounts.find((account) => account.name === name))
    .find((account) => account);
}

/**
 * Finds a way to run the database's programs so that they are not root and can reach `folder` and `program`: as this
 * process, under the account, or under the account with the right to pass through root's folders. Changes no modes.
 * @throws EmbeddedPostgresError with the fix if none of these works
 */
export async function accountSpawner(
  account: Account | undefined,
  needs: { folder: string; program: string },
): Promise<SpawnAsAccount> {
  if (!account) return (command, args, options) => spawn(command, args, options);
  for (const candidate of [plainSpawner(account), passingSpawner(account)]) {
    if (await reaches(candidate, needs)) return candidate;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the account "${account.name}" cannot reach ${needs.folder} and ${needs.program}: ` +
      "start the gateway as an ordinary user, or put both below folders that everybody may pass (chmod o+x), " +
      "or set DATABASE_URL to a PostgreSQL of your own",
  );
}

function plainSpawner(account: Account): SpawnAsAccount {
  return (command, args, options) => spawn(command, args, { ...options, uid: account.uid, gid: account.gid });
}

function passingSpawner(account: Account): SpawnAsAccount {
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"];
  // initdb calls access(2) before it runs postgres. Without this bit, access(2) ignores the capabilities of accounts
  // other than root.
  const capabilities = ["--securebits=+no_setuid_fixup", `--inh-caps=${PASSING}`, `--ambient-caps=${PASSING}`];
  return (command, args, options) => spawn("setpriv", [...identity, ...capabilities, "--", command, ...args], options);
}

/**
 * Tries to run the program in the folder, because only the kernel can judge modes, access lists and mounts together.
 */
async function reaches(spawnAs: SpawnAsAccount, needs: { folder: string; program: string }): Promise<boolean> {
  // `env test`, because the built-in `test` of some shells does not call access(2).
  const script = 'cd "$1" && env test -x "$2" && exec "$2" --version';
  const probe = spawnAs("/bin/sh", ["-c", script, "sh", needs.folder, needs.program], {
    stdio: "ignore",
    cwd: "/",
    env: POSTGRES_ENVIRONMENT,
  });
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.once("exit", (code) => resolve(code === 0));
  });
}

/** The environment of the database's programs: enough to find system tools, and no variable of the gateway. */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  NODE_ENV: "production",
  LC_ALL: "C",
  TZ: "UTC",
};
