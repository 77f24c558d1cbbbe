import { Agent, request } from "undici";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { connectors } from "@/lib/upstream/tunnel";

/** A vault could not be reached, or refuses. The message fits after "cannot be read: " and repeats no value. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  constructor(
    message: string,
    /** The HTTP status of the vault's answer, if it gave one. */
    readonly status?: number,
  ) {
    super(message);
  }
}

export interface VaultRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Reads a variable of the environment. The variables for outgoing requests name the proxy. */
  readonly lookup: (name: string) => string | undefined;
}

/** How long a vault may take to answer, in milliseconds. */
const TIMEOUT_MS = 5_000;
const MAXIMUM_BYTES = 1024 * 1024;

/** Asks a vault and reads its JSON answer, without following redirects. @throws VaultError */
export async function askJson(address: string, { method, headers, body, lookup }: VaultRequest): Promise<unknown> {
  const proxies = proxySettingsFrom(lookup);
  const dispatcher = new Agent({ connect: connectors((target) => proxyFor(target, proxies))(TIMEOUT_MS) });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let status: number;
  let text = "";
  try {
    const response = await request(address, {
      dispatcher,
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    });
    status = response.statusCode;
    for await (const chunk of response.body) {
      text += String(chunk);
      if (text.length > MAXIMUM_BYTES) throw new VaultError("its answer is larger than 1 MiB");
    }
  } catch (error) {
    if (error instanceof VaultError) throw error;
    throw new VaultError(`the vault does not answer (${codeOf(error)})`);
  } finally {
    void dispatcher.destroy();
  }
  if (status === 404) throw new VaultError("there is no such secret (404)", status);
  if (status === 401 || status === 403) throw new VaultError(`the vault refuses (${status})`, status);
  if (status >= 300) throw new VaultError(`the vault answers ${status}${kindOf(text)}`, status);
  return jsonOf(text) ?? {};
}

/**
 * The kind of an AWS error, such as ResourceNotFoundException, to show in place of its message, which may repeat what
 * was sent.
 */
function kindOf(text: string): string {
  const answer = jsonOf(text);
  const kind: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "__type") : undefined;
  return typeof kind === "string" && /^[\w.#]{1,80}$/.test(kind) ? ` (${kind})` : "";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `not within ${TIMEOUT_MS / 1000} s`;
  return "code" in error ? String(error.code) : error.name;
}
