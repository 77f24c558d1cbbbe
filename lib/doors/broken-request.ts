import { randomUUID } from "node:crypto";
import {
  STATUS_CODES,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorReply, GatewayError, type ErrorDialect } from "@/lib/errors";
import { json } from "./contract";
import { callerRequestId, REQUEST_ID_HEADER } from "@/lib/http/request-id";
import { targetOf, writeReply } from "./node-door";
import { REFUSED_RESPONSES } from "./refused-responses";

/** The readable part of a request that a door has answered itself. */
export interface RejectedRequest {
  readonly error: GatewayError;
  /** The answer's `x-request-id`. */
  readonly requestId: string;
  readonly method: string | undefined;
  /** Without the query. */
  readonly path: string | undefined;
  /** As far as they could be read. */
  readonly headers: IncomingHttpHeaders;
  readonly connection: object | undefined;
}

/** What a door does about the requests that it answers itself. */
export interface Rejections {
  /** The dialect in which the clients of a path read errors. Absent: OpenAI's. */
  readonly dialectOf?: (path: string) => ErrorDialect;
  readonly onRejected?: (refusal: RejectedRequest) => void;
}

/**
 * Answers requests that Node.js could not parse, or whose `Expect` it does not know, with an error in JSON. By itself,
 * Node.js would send a bare status.
 */
export function rejectBrokenRequests(server: Server, rejections: Rejections = {}): void {
  const last = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", ({ socket }, response) => void last.set(socket, response));
  server.prependListener("checkContinue", ({ socket }, response) => void last.set(socket, response));
  server.on("checkExpectation", (message, response) => {
    last.set(message.socket, response);
    const error = new GatewayError("expectation_failed", "The only expectation that can be met is 100-continue.", {
      param: "expect",
    });
    void rejectRequest(error, message, response, rejections);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = last.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    // An answer has begun on this connection, so an error would corrupt it.
    if (!socket.writable || isAnswering || error.code === "ECONNRESET") return void socket.destroy();
    const underWay = response?.writableFinished === false ? response : undefined;
    if (underWay) REFUSED_RESPONSES.add(underWay);
    const { method, url, headers = {} } = underWay?.req ?? {};
    const refusal = {
      error: brokenRequest(error.code),
      requestId: callerRequestId(headers) ?? freshId(),
      method,
      path: url === undefined ? undefined : targetOf(url).path,
      headers,
      connection: socket,
    };
    socket.end(rejectionText(refusal, rejections));
    // A connection that is opened in advance, and on which nothing came, is not a request.
    if (!(socket instanceof Socket) || socket.bytesRead > 0) rejections.onRejected?.(refusal);
  });
}

/** Answers a request with an error and closes its connection, since nobody can say where its next request begins. */
export async function rejectRequest(
  error: GatewayError,
  message: IncomingMessage,
  response: ServerResponse,
  { dialectOf, onRejected }: Rejections = {},
): Promise<void> {
  const requestId = callerRequestId(message.headers) ?? freshId();
  const { path } = targetOf(message.url ?? "/");
  const { status, headers, body } = errorReply(error, dialectOf?.(path));
  onRejected?.({
    error,
    requestId,
    method: message.method,
    path,
    headers: message.headers,
    connection: message.socket,
  });
  return writeReply(
    json(body, status, { ...headers, [REQUEST_ID_HEADER]: requestId, connection: "close" }),
    message,
    response,
  );
}

function freshId(): string {
  return `req_${randomUUID()}`;
}

/** Why the target of a request is refused, if it is: the asterisk is for OPTIONS alone (RFC 9112 §3.2.4). */
export function targetFault({ method, url }: Pick<IncomingMessage, "method" | "url">): GatewayError | undefined {
  if (url !== "*" || method === "OPTIONS") return undefined;
  return new GatewayError("invalid_request", "The request's target is *, which only OPTIONS may have.");
}

/**
 * Why the headers of a request are refused, if they are. Proxies and servers disagree about which of two
 * `Authorization` or `Host` headers counts, so a check could read one and act on the other (RFC 9112 §3.2). Node.js
 * keeps the first and says nothing. `rawHeaders`: names and values in turn, as node:http has them.
 */
export function headerFault(rawHeaders: readonly string[], httpVersion: string): GatewayError | undefined {
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return new GatewayError("headers_too_large", `The request has more than ${MOST_HEADERS} headers.`);
  let host: string | undefined;
  let hasAuthorization = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    // Lengths are compared first: this runs for every request, and few headers have one of them.
    if (name.length === HOST.length && name.toLowerCase() === HOST) {
      if (host !== undefined) return new GatewayError("invalid_request", "The request has more than one Host header.");
      host = rawHeaders[at + 1] ?? "";
    } else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) {
      if (hasAuthorization)
        return new GatewayError("invalid_request", "The request has more than one Authorization header.");
      hasAuthorization = true;
    }
  }
  if (host === undefined)
    return httpVersion === "1.0" ? undefined : new GatewayError("invalid_request", "The request has no Host header.");
  if (!HOST_AND_PORT.test(host))
    return new GatewayError(
      "invalid_request",
      "The Host header must be a host name or an address, with a port or without.",
    );
  return undefined;
}

/**
 * Node.js keeps the first thousand headers and drops the rest, so a length or a second `Authorization` behind them
 * would not be seen.
 */
const MOST_HEADERS = 500;
const HOST = "host";
const AUTHORIZATION = "authorization";
/** RFC 9110 §7.2. User information has no place in it, and neither have paths or lists. */
const HOST_AND_PORT = /^(?:\[[0-9A-Fa-f:.%]+\]|[^\s@/?#\\,[\]:]+)(?::\d*)?$/;

/** The error for a request that Node.js could not parse. `code`: of Node's error. */
function brokenRequest(code: string | undefined): GatewayError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new GatewayError("headers_too_large", "The headers of the request are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new GatewayError("request_timeout", "The request did not arrive in time.");
    case "HPE_INVALID_CONTENT_LENGTH":
    case "HPE_UNEXPECTED_CONTENT_LENGTH":
      return new GatewayError(
        "invalid_request",
        "Content-Length must be a single integer and cannot be combined with Transfer-Encoding.",
      );
    case "HPE_INVALID_CHUNK_SIZE":
    case "HPE_INVALID_TRANSFER_ENCODING":
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new GatewayError("invalid_request", "The chunks of the body are not valid.");
    default:
      return new GatewayError("invalid_request", "The request is not valid HTTP/1.1.");
  }
}

function rejectionText(
  { error, requestId, path }: Pick<RejectedRequest, "error" | "requestId" | "path">,
  { dialectOf }: Rejections,
): string {
  const { status, headers, body } = errorReply(error, path === undefined ? undefined : dialectOf?.(path));
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    [REQUEST_ID_HEADER]: requestId,
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`;
}
