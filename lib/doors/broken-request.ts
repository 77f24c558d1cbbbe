import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorReply, GatewayError } from "@/lib/errors";
import { json } from "./contract";
import { writeReply } from "./node-door";

/** Answers requests that Node.js could not parse with an error in JSON. By itself, Node.js would send a bare status. */
export function refuseBrokenRequests(server: Server): void {
  const last = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", ({ socket }, response) => void last.set(socket, response));
  server.prependListener("checkContinue", ({ socket }, response) => void last.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = last.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    // An answer has begun on this connection, so an error would corrupt it.
    if (!socket.writable || isAnswering || error.code === "ECONNRESET") return void socket.destroy();
    socket.end(refusalText(brokenRequest(error.code)));
  });
}

/** Answers a request with an error and closes its connection, since nobody can say where its next request begins. */
export function refuseRequest(error: GatewayError, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = errorReply(error);
  return writeReply(json(body, status, { ...headers, connection: "close" }), message, response);
}

/**
 * Why the headers of a request are refused, if they are. Proxies and servers disagree about which of two `Authorization`
 * or `Host` headers counts, so a check could read one and act on the other (RFC 9112 §3.2). Node.js keeps the first and
 * says nothing. `rawHeaders`: names and values in turn, as node:http has them.
 */
export function headerFault(rawHeaders: readonly string[], httpVersion: string): GatewayError | undefined {
  let host: string | undefined;
  let hasAuthorization = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    // Lengths first: this runs for every request, and few headers pass.
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

const HOST = "host";
const AUTHORIZATION = "authorization";
/** RFC 9110 §7.2. User information has no place in it, and neither have paths or lists. */
const HOST_AND_PORT = /^(?:\[[0-9A-Fa-f:.%]+\]|[^\s@/?#\\,[\]:]+)(?::\d*)?$/;

/** The error for a request that Node.js could not parse. `code`: of Node's error. */
export function brokenRequest(code: string | undefined): GatewayError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new GatewayError("headers_too_large", "The headers of the request are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new GatewayError("request_timeout", "The request did not arrive in time.");
    case "HPE_INVALID_CONTENT_LENGTH":
    case "HPE_UNEXPECTED_CONTENT_LENGTH":
      return new GatewayError(
        "invalid_request",
        "Content-Length must be one whole number, and must not stand beside Transfer-Encoding.",
      );
    case "HPE_INVALID_CHUNK_SIZE":
    case "HPE_INVALID_TRANSFER_ENCODING":
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new GatewayError("invalid_request", "The chunks of the body are not valid.");
    default:
      return new GatewayError("invalid_request", "The request is not valid HTTP/1.1.");
  }
}

function refusalText(error: GatewayError): string {
  const { status, headers, body } = errorReply(error);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`;
}
