import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Agent, request as send, type Dispatcher } from "undici";
import {
  CredentialError,
  type CredentialAnswer,
  type CredentialPorts,
  type CredentialRequest,
} from "@/lib/credentials/source";
import { AddressRefused } from "../guarded-lookup";
import type { Upstreams } from "../pools";
import { servesMachine } from "./machine-address";

/** A machine's own service is near: off that cloud, nobody must wait long to learn that it is not there. */
const MACHINE_CONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;
/** No credential, and no file of credentials, is larger. */
const MOST_BYTES = 1024 * 1024;

/** A fetch that asks several services after each other ends after that many milliseconds. */
export function fetchLimit(): AbortSignal {
  return AbortSignal.timeout(30_000);
}

export interface CredentialPortOptions {
  readonly now: () => number;
  readonly upstreams: Upstreams;
  /** Reads a variable of the process. */
  readonly variable: (name: string) => string | undefined;
}

/** The ports of credential sources, on the real network and disk. */
export function credentialPorts({ now, upstreams, variable }: CredentialPortOptions): CredentialPorts {
  /** Without a guard and without a proxy: `servesMachine` decides where it goes. */
  const near = new Agent({ connect: { timeout: MACHINE_CONNECT_MS }, keepAliveTimeout: 1 });
  return {
    now,
    variable: (name) => variable(name)?.trim() || undefined,
    readFile: readSmallFile,
    ask: (asked, signal) => exchange(upstreams.pool(new URL(asked.url).origin, CONNECT_MS), asked, signal),
    async askMachine(asked, signal) {
      const { hostname } = new URL(asked.url);
      if (!servesMachine(hostname)) throw new CredentialError(`${hostname} serves no credentials to this machine`);
      return exchange(near, asked, signal);
    },
  };
}

/** Asks an address. `most`: the largest answer, in bytes. @throws CredentialError without an answer */
export async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: CredentialRequest,
  signal: AbortSignal,
  most = MOST_BYTES,
): Promise<CredentialAnswer> {
  const { hostname } = new URL(url);
  try {
    const answer = await send(url, {
      dispatcher,
      method,
      headers: { "user-agent": "model-gateway", "accept-encoding": "identity", ...headers },
      ...(body !== undefined && { body }),
      signal,
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
    let text = "";
    for await (const chunk of answer.body.setEncoding("utf8")) {
      text += String(chunk);
      if (text.length > most)
        throw new CredentialError(
          `the answer of ${hostname} is larger than ${most < MOST_BYTES ? `${most / 1024} KiB` : "1 MiB"}`,
        );
    }
    const given = Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]);
    return { status: answer.statusCode, headers: Object.fromEntries(given), text };
  } catch (error) {
    if (error instanceof CredentialError) throw error;
    throw new CredentialError(`${hostname} ${failureOf(error)}`, { cause: error });
  }
}

function failureOf(error: unknown): string {
  if (error instanceof AddressRefused) return "is link-local or serves cloud metadata, and is not asked";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return `does not answer (${typeof code === "string" ? code : error instanceof Error ? error.name : "unknown"})`;
}

async function readSmallFile(path: string): Promise<string> {
  const file = path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new CredentialError(`the file ${path} is larger than 1 MiB`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof CredentialError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new CredentialError(`the file ${path} cannot be read (${code})`, { cause: error });
  }
}
