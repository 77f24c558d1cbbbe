import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { wait } from "@/lib/time/io/wait";
import type { BenchProvider } from "../provider";

/** The other gateways and proxies that a run can measure. */
export const PEERS = ["HAProxy", "Envoy", "Portkey", "LiteLLM"] as const;
export type PeerName = (typeof PEERS)[number];

/** What a peer is started with. It has a folder for its files, and a port of 127.0.0.1 to listen on. */
export interface PeerOptions {
  readonly folder: string;
  readonly port: number;
  /** The address of the upstream, without a path. */
  readonly upstream: string;
  readonly provider: Pick<BenchProvider, "keysUrl" | "token">;
}

/** How a peer is run, and how it is called. */
export interface PeerProgram {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
}

/** @throws Error that says why there is none, such as that no registry offers it */
export type PreparePeer = (options: PeerOptions) => Promise<PeerProgram>;

/** A peer that serves. */
export interface RunningPeer extends Pick<PeerProgram, "headers" | "model"> {
  readonly name: PeerName;
  readonly url: string;
  readonly pid: number;
}

/** How long a peer may take to serve its first call, in milliseconds. LiteLLM imports for half a minute. */
const READY_WITHIN_MS = 180_000;

/** Runs a peer until `cleanUp` is run. @throws Error with its last words when it does not serve a call */
export async function runPeer(
  name: PeerName,
  { command: [program, ...parameters], environment, headers, model }: PeerProgram,
  { folder, port }: Pick<PeerOptions, "folder" | "port">,
  cleanUp: (() => unknown)[],
): Promise<RunningPeer> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)));
  cleanUp.push(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  let fault = "";
  child.on("error", (error) => (fault = error.message));
  for (const until = Date.now() + READY_WITHIN_MS; ;) {
    fault = (await firstCall(url, headers, model)) ?? "";
    if (fault === "") return { name, url, pid: child.pid ?? 0, headers, model };
    if (Date.now() > until || child.exitCode !== null || child.pid === undefined)
      throw new Error(`it served no call (${fault})\n${said}`);
    await wait(250);
  }
}

/** What is wrong with the answer to a call; undefined: nothing. */
async function firstCall(
  url: string,
  headers: Readonly<Record<string, string>>,
  model: string,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
    });
    const text = await response.text();
    return response.status === 200 ? undefined : `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
