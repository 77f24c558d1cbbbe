import { GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest, ReplyEnd } from "./contract";
import { tooLarge } from "./node-body";

/** Door 1: hands a fetch `Request` to the core and makes its reply a `Response`. The route handlers in app/ use it. */
export async function serveFetchRequest(
  handle: (request: ApiRequest) => Promise<ApiReply>,
  request: Request,
): Promise<Response> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  const reply = await handle({
    method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(headers),
    get isGone() {
      return signal.aborted;
    },
    onGone(listener) {
      if (signal.aborted) listener();
      else signal.addEventListener("abort", listener, { once: true });
    },
    readBody: (limit, onBytes) => readFetchBody(request, limit, onBytes),
    readStream: (limit) => readStream(request, limit),
  });
  return new Response(bodyOf(reply, signal), { status: reply.status, headers: reply.headers });
}

/**
 * Reads the body of a fetch request whole, at most `limit` bytes. `onBytes` gets the size so far, in bytes; what it
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

function bodyOf(reply: ApiReply, signal: AbortSignal): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string {
  const { body } = reply;
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return toStream(told(body, reply));
  tellEnd(reply, signal.aborted ? "gone" : "sent");
  return typeof body === "string" ? body : new Uint8Array(body);
}

/** Tells the reply how its stream ended, once its source has finished too. */
async function* told(body: AsyncIterable<Uint8Array>, reply: ApiReply): AsyncGenerator<Uint8Array> {
  let end: ReplyEnd = "gone";
  try {
    yield* body;
    end = "sent";
  } catch (error) {
    end = "broken";
    throw error;
  } finally {
    tellEnd(reply, end);
  }
}

function tellEnd(reply: ApiReply, end: ReplyEnd): void {
  reply.ended?.(end);
  reply.over?.();
}

/** Reads at most one chunk ahead, so that a slow reader slows the upstream down. */
function toStream(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => void (await source.return(undefined)),
  });
}
