import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest } from "./api";

/** Door 2: a request of node:http as the core sees it. Nothing is made that is not asked for. */
class NodeRequest implements ApiRequest {
  readonly path: string;
  readonly query: string;
  #isGone = false;
  #listeners: (() => void)[] = [];

  constructor(
    private readonly message: IncomingMessage,
    response: ServerResponse,
  ) {
    const url = message.url ?? "/";
    const mark = url.indexOf("?");
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? "" : url.slice(mark + 1);
    response.on("close", () => {
      if (response.writableFinished) return;
      this.#isGone = true;
      for (const listener of this.#listeners) listener();
    });
  }

  get method(): string {
    return this.message.method ?? "GET";
  }
  get headers(): IncomingMessage["headers"] {
    return this.message.headers;
  }
  get isGone(): boolean {
    return this.#isGone;
  }
  onGone(listener: () => void): void {
    if (this.#isGone) listener();
    else this.#listeners.push(listener);
  }

  readBody(limit: number): Promise<Buffer> {
    const { message } = this;
    if (Number(message.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge(limit));
    // Events, not an async iterator: setting one up costs more than reading a usual body.
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      message.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else {
          message.pause();
          reject(tooLarge(limit));
        }
      });
      message.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
      message.on("error", reject);
      message.on("close", () => {
        if (!message.complete) reject(new GatewayError("invalid_request", "The body broke off."));
      });
    });
  }

  async *readStream(limit: number): AsyncGenerator<Uint8Array> {
    const { message } = this;
    if (Number(message.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
    let size = 0;
    try {
      // Whoever leaves early still gets an answer, so the connection must stay.
      for await (const chunk of message.iterator({ destroyOnReturn: false })) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof GatewayError ? error : new GatewayError("invalid_request", "The body broke off.", { cause: error });
    }
  }
}

/** Serves one request of node:http with the core. Resolves when the reply has been handed over or its caller is gone. */
export async function serveNodeRequest(
  handle: (request: ApiRequest) => Promise<ApiReply>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await handle(new NodeRequest(message, response));
  if (typeof reply.body === "string" || Buffer.isBuffer(reply.body)) {
    const body = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
    // A body that was refused unread would be taken for the next request.
    const isUnread = !message.complete && message.method !== "GET";
    response.writeHead(reply.status, { ...reply.headers, "content-length": body.length, ...(isUnread && { connection: "close" }) });
    response.end(body);
    return;
  }
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  await pump(reply.body, response);
}

/** Writes a stream no faster than the caller reads it. The loop always begins, so that the source learns of a caller who left early. */
async function pump(source: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    for await (const chunk of source) {
      if (response.destroyed) break;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch {
    // What could be said to the caller has been said by the source; a broken stream ends broken.
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError("payload_too_large", `The body is larger than ${limit} bytes.`);
}
