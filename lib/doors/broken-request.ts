import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorReply, GatewayError } from "@/lib/errors";

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
