import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { stringify } from "yaml";
import { findFreePort } from "@/testing/database/free-port";
import type { BuiltImage } from "./image";

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A running gateway of the image. */
export interface Container {
  readonly url: string;
  /** The id of its first process, as this machine counts. */
  readonly pid: number;
  /** Runs a command beside it, as `docker exec` does. */
  execute(...command: string[]): Promise<Ended>;
  /** Sends a signal to its first process. */
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<number | null>;
  /** SIGKILL, if it still runs. */
  remove(): Promise<void>;
}

export interface ContainerOptions {
  /** A folder from `makeVolume`. */
  readonly data: string;
  /** The content of config.yaml as an object. Default: no file. */
  readonly configuration?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Does what `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --network host` does,
 * with namespaces of its own for processes and mounts. The parameters are root, data, configuration, user, group,
 * folder and the command, which becomes process 1.
 */
const START = `
set -e
root=$1 data=$2 configuration=$3 user=$4 group=$5 folder=$6
shift 6
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount --bind "$configuration" "$root/etc/model-gateway"
mount -o remount,bind,ro "$root/etc/model-gateway"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --bounding-set=-all --inh-caps=-all \\
  --no-new-privs env --chdir="$folder" "$@"
`;

/** The longest time until it is ready, in milliseconds: far more than a loaded machine needs. */
const READY_MS = 90_000;

/** A new volume, owned by the owner of the image's `/data`. */
export function makeVolume(image: BuiltImage): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "volume-"));
  const { user = 0, group = 0 } = image.entries.findLast((entry) => entry.path === "data") ?? {};
  chownSync(path, user, group);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
}

/** Starts the image's own program and waits until it is ready. @throws Error with its output if it is not */
export async function startContainer(image: BuiltImage, options: ContainerOptions): Promise<Container> {
  const port = await findFreePort();
  const environment = { ...environmentOf(image), HOST: "127.0.0.1", PORT: String(port), ...options.environment };
  const { child, ended, remove } = launch(image, options, [], environment);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + READY_MS; !(await isReady(url)); await wait(100)) {
    if (child.exitCode === null && Date.now() < until) continue;
    await remove();
    throw new Error(`The container is not ready:\n${output}`);
  }
  const pid = firstProcessOf(child.pid) ?? 0;
  return {
    url,
    pid,
    execute(...command) {
      const [user = "", group = ""] = image.configuration.User.split(":");
      const parameters = ["--target", String(pid), "--mount", "--pid", "--root", "--wd"];
      const asUser = ["--setgid", group, "--setuid", user];
      return endOf(spawn("nsenter", [...parameters, ...asUser, ...command], { env: environment, stdio: PIPES }));
    },
    signal: (name) => void process.kill(pid, name),
    exited: ended.then(({ code }) => code),
    remove,
  };
}

/** Runs the image with arguments and waits for its end, as `docker run --rm IMAGE ARGUMENTS` does. */
export function runImage(image: BuiltImage, options: ContainerOptions, ...given: string[]): Promise<Ended> {
  return launch(image, options, given, { ...environmentOf(image), ...options.environment }).ended;
}

const PIPES: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];

function launch(
  { root, configuration }: BuiltImage,
  options: ContainerOptions,
  given: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const settings = mkdtempSync(join(tmpdir(), "container-"));
  chmodSync(settings, 0o755);
  if (options.configuration) writeFileSync(join(settings, "config.yaml"), stringify(options.configuration));
  const [user = "", group = ""] = configuration.User.split(":");
  const parameters = [root, options.data, settings, user, group, configuration.WorkingDir];
  const start = ["--mount", "--pid", "--fork", "sh", "-c", START, "sh", ...parameters];
  const child = spawn("unshare", [...start, ...configuration.Entrypoint, ...given], {
    env: { ...environment, NODE_ENV: "production" },
    stdio: PIPES,
  });
  // Everything in the namespace ends with its first process.
  const kill = (): void => {
    const first = firstProcessOf(child.pid);
    if (first !== undefined) process.kill(first, "SIGKILL");
  };
  process.on("exit", kill);
  const ended = endOf(child).finally(() => {
    process.off("exit", kill);
    rmSync(settings, { recursive: true, force: true });
  });
  const remove = async (): Promise<void> => {
    kill();
    await ended;
  };
  return { child, ended, remove };
}

/** The variables that the image sets. They hold nothing of this machine. */
function environmentOf({ configuration }: BuiltImage): Record<string, string> & { NODE_ENV: "production" } {
  const pairs = configuration.Env.map((text): [string, string] => {
    const at = text.indexOf("=");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ...Object.fromEntries(pairs),
    NODE_ENV: "production",
  };
}

async function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code]: (number | null)[] = await once(child, "close");
  return { code: code ?? null, output };
}

/** The child of `unshare`; undefined: it has none, or has ended. */
function firstProcessOf(pid: number | undefined): number | undefined {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return Number(first) || undefined;
  } catch {
    return undefined;
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/readiness`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
