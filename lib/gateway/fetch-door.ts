import { GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest } from "./api";

/** Door 1: answers a fetch `Request` with the core; what route handlers under app/ are made of. */
export async function serveFetchRequest(handle: (request: ApiRequest) => Promise<ApiReply>, request: Request): Promise<Response> {
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
    readBody: (limit) => readBody(request, limit),
    readStream: (limit) => readStream(request, limit),
  });
  const body = typeof reply.body === "string" ? reply.body : Buffer.isBuffer(reply.body) ? new Uint8Array(reply.body) : toStream(reply.body);
  return new Response(body, { status: reply.status, headers: reply.headers });
}

async function readBody(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readStream(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* readStream(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  const tooLarge = (): GatewayError => new GatewayError("payload_too_large", `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  let size = 0;
  const reader = request.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.length;
      if (size > limit) throw tooLarge();
      yield read.value;
    }
  } catch (error) {
    throw error instanceof GatewayError ? error : new GatewayError("invalid_request", "The body broke off.", { cause: error });
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** One chunk ahead at the most, so that a slow reader holds back the upstream. */
function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
