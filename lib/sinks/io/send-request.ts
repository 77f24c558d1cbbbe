import { AddressRefused } from "@/lib/upstream/guarded-lookup";
import type { Upstreams } from "@/lib/upstream/pools";
import type { Delivery } from "@/lib/sinks/delivery";
import { readRetryAfter } from "@/lib/time/retry-after";

export interface SinkRequest {
  readonly method: "POST" | "PUT";
  /** The receiver's address. `path`, as it goes over the wire, replaces the address's own path. */
  readonly url: URL;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a sink sends its requests through. `now` is in milliseconds since the epoch. */
export interface SinkLine {
  readonly upstreams: Upstreams;
  readonly now: () => number;
  /** The longest time for one request with its answer. Default: one minute. */
  readonly timeoutMs?: number;
}

const CONNECT_MS = 10_000;
const TOTAL_MS = 60_000;
/** The most bytes that are read of an answer. */
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Sends one request and resolves to its outcome. Redirects are not followed, and link-local addresses and those of
 * cloud metadata are not connected to. `read.success` gets the text of a good answer, and `read.refusal` finds a detail
 * in that of a refusal.
 */
export async function sendRequest(
  { upstreams, now, timeoutMs = TOTAL_MS }: SinkLine,
  { method, url, path = url.pathname + url.search, headers, body }: SinkRequest,
  signal: AbortSignal,
  read: { readonly refusal?: (text: string) => string | undefined; readonly success?: (text: string) => void } = {},
): Promise<Delivery> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await upstreams.pool(url.origin, CONNECT_MS).request({
      method,
      path,
      headers: { "user-agent": "model-gateway", "accept-encoding": "identity", ...headers },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.any([signal, timeout]),
    });
    const { statusCode: status } = answer;
    // The status decides from here on. A body that breaks off changes nothing.
    const text = await readText(answer.body).catch(() => "");
    if (status >= 200 && status < 300) {
      read.success?.(text);
      return { arrived: true };
    }
    const requestedPause = readRetryAfter(answer.headers, now());
    const detail = read.refusal?.(text);
    return {
      arrived: false,
      error: `the receiver answered ${status}${detail === undefined ? "" : ` (${detail})`}${meaningOf(status)}`,
      ...(requestedPause !== undefined && { retryAfterMs: requestedPause }),
      ...(status === 413 && { tooLarge: true }),
    };
  } catch (error) {
    return { arrived: false, error: timeout.aborted ? "the receiver did not answer in time" : failureOf(error) };
  }
}

async function readText(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_ANSWER_BYTES) break; // which destroys the body, and with it the connection
  }
  return Buffer.concat(chunks).toString("utf8", 0, MOST_ANSWER_BYTES);
}

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) return ", a redirect, which sinks do not follow";
  return status === 413 ? ": the batch is too large for it" : "";
}

/** Only the code of an error: its message may repeat an address with a token in it. */
function failureOf(error: unknown): string {
  if (error instanceof AddressRefused)
    return "the receiver's address is link-local or serves cloud metadata, so the gateway does not connect to it";
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === "UND_ERR_INVALID_ARG")
    return "the request cannot be made: a header or the address has characters that HTTP does not allow";
  if (code?.endsWith("_TIMEOUT")) return "the receiver did not answer in time";
  return `the receiver cannot be reached, or the connection broke${code === undefined ? "" : ` (${code})`}`;
}
