import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { EmbeddedPostgresError } from "./embedded-postgres-error";

/** An account of this machine. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Starts a program of the database; the options' own uid and gid are not used. */
export type SpawnAsAccount = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Capabilities that let the database's account pass folders of root's, such as a 0700 home, on its way to its own. */
const PASSING = "+dac_override,+dac_read_search";

/** PostgreSQL refuses to run as root: the account to run it under when this process is root's, else undefined. */
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
 * How to run the database's programs so that they are not root and can reach `folders` and `programs`: as this
 * process, under the account, or under the account with the right to pass root's folders. Nothing is chmodded.
 * @throws EmbeddedPostgresError saying what to do when none of them works
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
  // access(2), which initdb asks before it runs postgres, heeds capabilities of other accounts than root only with this bit.
  const capabilities = ["--securebits=+no_setuid_fixup", `--inh-caps=${PASSING}`, `--ambient-caps=${PASSING}`];
  return (command, args, options) => spawn("setpriv", [...identity, ...capabilities, "--", command, ...args], options);
}

/** Tries it: modes, access lists and mounts are all the kernel's to judge. */
async function reaches(spawnAs: SpawnAsAccount, needs: { folder: string; program: string }): Promise<boolean> {
  // `env test`, not the shell's own: some shells judge by other means than access(2).
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

/** What the database's programs get to see of the environment: enough to find system tools, nothing of the gateway's. */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  NODE_ENV: "production",
  LC_ALL: "C",
  TZ: "UTC",
};
