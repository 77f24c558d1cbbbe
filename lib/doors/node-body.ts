import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "@/lib/errors";

/**
 * Reads the body of a request of node:http whole, at most `limit` bytes. `onBytes` gets the size so far, in bytes,
 * as each piece arrives; what it throws ends the reading.
 * @throws GatewayError payload_too_large; invalid_request if the body breaks off
 */
export function readNodeBody(
  message: IncomingMessage,
  response: ServerResponse,
  limit: number,
  onBytes?: (size: number) => void,
): Promise<Buffer> {
  if (declaredLength(message) > limit) return Promise.reject(tooLarge(limit));
  inviteBody(message, response);
  // Events, because setting up an async iterator costs more than reading a usual body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      chunks.length = 0;
      message.pause();
      reject(error);
    };
    message.on("data", (chunk: Buffer) => {
      if (isRefused) return;
      size += chunk.length;
      if (size > limit) return refuse(tooLarge(limit));
      try {
        onBytes?.(size);
      } catch (error) {
        return refuse(error);
      }
      chunks.push(chunk);
    });
    message.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Node.js emits "error" first, but only if somebody listens for it; "close" always comes.
    message.on("close", () => {
      if (!message.complete) reject(new GatewayError("invalid_request", "The body broke off."));
    });
  });
}

/**
 * Streams the body, no faster than the reader takes it. The rest stays unread if the reader stops. @throws as
 * `readNodeBody`
 */
export async function* streamNodeBody(
  message: IncomingMessage,
  response: ServerResponse,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (declaredLength(message) > limit) throw tooLarge(limit);
  inviteBody(message, response);
  let size = 0;
  try {
    // The connection must stay open: the caller gets an answer even if the reader stops early.
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof GatewayError
      ? error
      : new GatewayError("invalid_request", "The body broke off.", { cause: error });
  }
}

/** The error for a body that is larger than may be sent. `limit`: bytes. */
export function tooLarge(limit: number): GatewayError {
  return new GatewayError("payload_too_large", `The body is larger than ${limit} bytes.`);
}

function declaredLength(message: IncomingMessage): number {
  return Number(message.headers["content-length"] ?? 0);
}

/** Sends 100 Continue to a caller who waits for it, only now: a refused caller uploads nothing (RFC 9110 §10.1.1). */
function inviteBody(message: IncomingMessage, response: ServerResponse): void {
  if (message.headers.expect !== undefined) response.writeContinue();
}
