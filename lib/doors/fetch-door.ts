import { GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest, ReplyEnd } from "./contract";
import { tooLarge } from "./node-body";
import { DEFAULT_WRITE_TIMEOUT_MS } from "./response-writer";

/** Door 1: hands a fetch `Request` to the core and makes its reply a `Response`. The route handlers in app/ use it. */
export async function serveFetchRequest(
  handle: (request: ApiRequest) => Promise<ApiReply>,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  const reply = await handle({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    get isGone() {
      return request.signal.aborted;
    },
    onGone(listener) {
      if (request.signal.aborted) listener();
      else request.signal.addEventListener("abort", listener, { once: true });
    },
    readBody: (limit, onBytes) => readFetchBody(request, limit, onBytes),
    readStream: (limit) => readStream(request, limit),
  });
  return new Response(bodyOf(reply, request), { status: reply.status, headers: reply.headers });
}

function bodyOf(reply: ApiReply, { signal }: Request): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string {
  const { body, writeTimeoutMs = DEFAULT_WRITE_TIMEOUT_MS } = reply;
  const ended = (end: ReplyEnd): void => {
    reply.ended?.(end);
    reply.over?.();
  };
  const isWhole = typeof body === "string" || Buffer.isBuffer(body);
  if (!isWhole) return toStream(body, writeTimeoutMs, ended);
  if (body.length > PIECE && typeof body !== "string") return toStream(pieces(body), writeTimeoutMs, ended);
  ended(signal.aborted ? "gone" : "sent");
  return typeof body === "string" ? body : new Uint8Array(body);
}

/**
 * Reads the body of a fetch request whole, at most `limit` bytes. `onBytes` is told the size so far, in bytes; what it
 * throws ends the reading. @throws GatewayError payload_too_large; invalid_request if the body breaks off
 */
export async function readFetchBody(
  request: Request,
  limit: number,
  onBytes?: (size: number) => void,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readStream(request, limit)) {
    size += chunk.length;
    onBytes?.(size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* readStream(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  const reader = request.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.length;
      if (size > limit) throw tooLarge(limit);
      yield read.value;
    }
  } catch (error) {
    throw error instanceof GatewayError
      ? error
      : new GatewayError("invalid_request", "The body broke off.", { cause: error });
  } finally {
    // Not cancelled: that would cut the connection, and a caller who is still sending would lose the refusal.
    reader?.releaseLock();
  }
}

/**
 * Reads at most one chunk ahead, so that a slow reader slows the upstream down. A reader who stops is cut off. `ended`
 * is told how it ended, once the source has finished too.
 */
function toStream(
  source: AsyncIterable<Uint8Array>,
  writeTimeoutMs: number,
  ended: ApiReply["ended"] = () => {},
): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let unread: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (how: ReplyEnd): void => {
    if (!isOver) ended(how);
    isOver = true;
  };
  const leave = async (): Promise<void> => {
    clearTimeout(unread);
    try {
      await iterator.return?.();
    } finally {
      end("gone");
    }
  };
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(unread);
      const next = await iterator.next().catch((error: unknown) => {
        end("broken");
        throw error;
      });
      if (next.done) {
        end("sent");
        return controller.close();
      }
      controller.enqueue(next.value);
      unread = setTimeout(() => {
        controller.error(new Error("the answer was left unread"));
        void leave();
      }, writeTimeoutMs);
    },
    cancel: leave,
  });
}

/** Bytes. Larger bodies are sent in pieces of this size, each of which the caller must read in time. */
const PIECE = 256 * 1024;

async function* pieces(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE) yield new Uint8Array(body.subarray(at, at + PIECE));
}
