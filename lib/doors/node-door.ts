import type { IncomingMessage, ServerResponse } from "node:http";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { ApiReply, ApiRequest, ReplyEnd } from "./contract";
import { readNodeBody, streamNodeBody } from "./node-body";
import { REFUSED_RESPONSES } from "./refused-responses";
import { DEFAULT_WRITE_TIMEOUT_MS, isUnread, pump, writeWhole } from "./response-writer";

/** Door 2: a request of node:http as the core sees it. Every part is made only when the core asks for it. */
class NodeRequest implements ApiRequest {
  readonly path: string;
  readonly query: string;
  #isGone = false;
  #listeners: (() => void)[] = [];

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    const { path, query } = targetOf(message.url ?? "/");
    this.path = path;
    this.query = query;
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
  get connection(): object {
    return this.message.socket;
  }
  get isGone(): boolean {
    return this.#isGone;
  }
  onGone(listener: () => void): void {
    if (this.#isGone) listener();
    else this.#listeners.push(listener);
  }

  readBody(limit: number, onBytes?: (size: number) => void): Promise<Buffer> {
    return readNodeBody(this.message, this.response, limit, onBytes);
  }

  readStream(limit: number): AsyncIterable<Uint8Array> {
    return streamNodeBody(this.message, this.response, limit);
  }
}

/** Serves one request of node:http with the core. Resolves when the reply is handed over or the caller has hung up. */
export function serveNodeRequest(
  handle: (request: ApiRequest) => Promise<ApiReply>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return handle(new NodeRequest(message, response)).then((reply) => writeReply(reply, message, response));
}

/**
 * Writes a reply of the core, or a refusal that did not need it. Resolves as `serveNodeRequest` does; a whole reply is
 * handed over at once.
 */
export function writeReply(reply: ApiReply, message: IncomingMessage, response: ServerResponse): MaybePromise<void> {
  const { writeTimeoutMs = DEFAULT_WRITE_TIMEOUT_MS, over } = reply;
  if (over) {
    if (response.destroyed) over();
    else response.once("close", over);
  }
  if (typeof reply.body === "string" || Buffer.isBuffer(reply.body)) {
    const body = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
    const { headers } = reply;
    headers["content-length"] = String(body.length);
    // Without closing, Node.js would parse the unread rest of the body as the next request.
    if (isUnread(message)) headers["connection"] = "close";
    response.writeHead(reply.status, headers);
    writeWhole(response, body, writeTimeoutMs, message);
    tellEnd(reply, response, response.destroyed ? "gone" : "sent");
    return undefined;
  }
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  return pump(reply.body, response, writeTimeoutMs).then((end) => tellEnd(reply, response, end));
}

function tellEnd({ ended }: ApiReply, response: ServerResponse, end: ReplyEnd): void {
  if (ended && !REFUSED_RESPONSES.has(response)) ended(end);
}

/** Bytes. The longest path with its query (RFC 9110 §4.1 asks for at least 8,000). */
export const MOST_TARGET = 8 * 1024;

/** The path and the query of a request line. */
export function targetOf(url: string): { path: string; query: string } {
  const target = originForm(url);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * The target of a request line as a path. A server must also accept the absolute form (RFC 9112 §3.2.2). Its authority
 * is dropped, so that both forms meet the same rules.
 */
export function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const authority = /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
  if (authority === undefined) return url;
  const rest = url.slice(authority.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
