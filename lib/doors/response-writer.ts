import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a caller may leave what is written to them unread, in milliseconds, where a reply does not say. */
export const DEFAULT_WRITE_TIMEOUT_MS = 60_000;

/** Bytes that are handed to a connection at once; it must take each such piece in time. */
const SLICE = 64 * 1024;
/** Bodies up to this are joined to their head; of larger ones the copy would cost more than it saves. */
const SMALL = 8 * 1024;
/** Bodies up to this are handed over as they are. */
const LARGE = 4 * SLICE;

/** The rest of a refused body is taken in, so that its sender gets to read the refusal: as long as it comes, and at most so long; in milliseconds. */
const LINGER_MS = 2_000;
const LONGEST_LINGER_MS = 15_000;

/** Writes a whole body. `request`: what is left unread of it would be taken for the next request. */
export function writeWhole(
  response: ServerResponse,
  body: Buffer,
  writeTimeoutMs: number,
  request: IncomingMessage,
): void {
  if (!request.complete && request.method !== "GET") return refuseUnread(response, body, request);
  if (body.length > LARGE) return void pump(slices(body), response, writeTimeoutMs);
  // As a text of one byte a character: node:http joins that to the head, and hands a buffer over beside it.
  if (body.length <= SMALL) response.end(body.toString("latin1"), "latin1");
  else response.end(body);
  cutWhenStuck(response, writeTimeoutMs);
}

/**
 * Writes a stream no faster than the caller reads it, and cuts off a caller who does not read at all. The loop always
 * begins, so that the source learns of a caller who left early.
 */
export async function pump(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  response: ServerResponse,
  writeTimeoutMs: number,
): Promise<void> {
  try {
    for await (const chunk of source) {
      if (response.destroyed) break;
      if (!response.write(chunk)) await drained(response, writeTimeoutMs);
    }
    response.end();
    cutWhenStuck(response, writeTimeoutMs);
  } catch {
    // What could be said to the caller has been said by the source; a broken stream ends broken.
    response.destroy();
  }
}

function drained(response: ServerResponse, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    const done = (): void => {
      clearTimeout(timer);
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

/** What the connection did not take at once it must take in time. */
function cutWhenStuck(response: ServerResponse, timeoutMs: number): void {
  if (response.writableLength === 0 || response.destroyed) return;
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  response.once("close", () => clearTimeout(timer));
}

function* slices(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE) yield body.subarray(at, at + SLICE);
}

/** Closing at once would reset the connection under a caller who still sends, and the refusal would be lost. */
function refuseUnread(response: ServerResponse, body: Buffer, request: IncomingMessage): void {
  response.write(body);
  const end = (): void => {
    clearTimeout(pause);
    clearTimeout(limit);
    response.end();
  };
  const pause = setTimeout(end, LINGER_MS);
  const limit = setTimeout(end, LONGEST_LINGER_MS);
  request.removeAllListeners("data").removeAllListeners("readable");
  request.on("data", () => pause.refresh());
  request.once("end", end).once("close", end).resume();
}
