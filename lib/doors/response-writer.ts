import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReplyEnd } from "./contract";

/** How long a caller may leave an answer unread unless the reply says otherwise, in milliseconds. */
export const DEFAULT_WRITE_TIMEOUT_MS = 60_000;

/** Bytes. A large body is written in slices of this size, each of which the connection must take in time. */
const SLICE = 64 * 1024;
/** Bytes. Up to this size, body and head are sent in one piece; for larger bodies the copy costs more than it saves. */
const SMALL = 8 * 1024;
/** Bytes. Up to this size, a body is written whole. */
const LARGE = 4 * SLICE;

/** How long to read the rest of a refused body, in milliseconds: since its last byte, and altogether. */
const LINGER_MS = 2_000;
const LONGEST_LINGER_MS = 15_000;

/** Writes a whole body. If the `request` has not been read to its end, the connection is closed after the answer. */
export function writeWhole(
  response: ServerResponse,
  body: Buffer,
  writeTimeoutMs: number,
  request: IncomingMessage,
): void {
  if (isUnread(request)) return refuseUnread(response, body, request);
  if (body.length > LARGE) return void pump(slices(body), response, writeTimeoutMs);
  // A string with one byte a character: node:http sends a string together with the head, and a buffer separately.
  if (body.length <= SMALL) response.end(body.toString("latin1"), "latin1");
  else response.end(body);
  cutWhenStuck(response, writeTimeoutMs);
}

/** Whether a body may still be on its way. GET and HEAD have none, but are handled before Node.js knows it. */
export function isUnread({ complete, method }: IncomingMessage): boolean {
  return !complete && method !== "GET" && method !== "HEAD";
}

/**
 * Writes a stream no faster than the caller reads it, and cuts off a caller who stops reading. The loop always begins,
 * so that the source learns that a caller has already hung up. Returns how it ended.
 */
export async function pump(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  response: ServerResponse,
  writeTimeoutMs: number,
): Promise<ReplyEnd> {
  try {
    for await (const chunk of source) {
      if (response.destroyed) break;
      if (!response.write(chunk)) await drained(response, writeTimeoutMs);
    }
    if (response.destroyed) return "gone";
    response.end();
    cutWhenStuck(response, writeTimeoutMs);
    return "sent";
  } catch {
    const end = response.destroyed ? "gone" : "broken";
    // The source has already sent what it could say about the error, so the stream just breaks off.
    response.destroy();
    return end;
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

/** Cuts the connection if it does not take the buffered bytes in time. */
function cutWhenStuck(response: ServerResponse, timeoutMs: number): void {
  if (response.writableLength === 0 || response.destroyed) return;
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  response.once("close", () => clearTimeout(timer));
}

function* slices(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE) yield body.subarray(at, at + SLICE);
}

/**
 * Answers while the request's body is still arriving. Closing at once would reset the connection, and a caller who is
 * still sending would lose the refusal, so the rest is read and dropped for a while.
 */
function refuseUnread(response: ServerResponse, body: Buffer, request: IncomingMessage): void {
  response.write(body);
  dropRest(request, () => void response.end());
}

/**
 * Reads and drops the rest of a body for a while. `over` is called once: when it has ended, or its caller takes too
 * long.
 */
function dropRest(request: IncomingMessage, over: () => void): void {
  let isOver = false;
  let isSending = false;
  const end = (): void => {
    clearTimeout(pause);
    clearTimeout(limit);
    if (!isOver) over();
    isOver = true;
  };
  // A process that was busy meanwhile must first read what has arrived.
  const judge = (): void =>
    void setImmediate(() => {
      if (!isSending) return end();
      isSending = false;
      if (!isOver) pause.refresh();
    });
  const pause = setTimeout(judge, LINGER_MS);
  const limit = setTimeout(end, LONGEST_LINGER_MS);
  request.removeAllListeners("data").removeAllListeners("readable");
  request.on("data", () => (isSending = true));
  request.once("end", end).once("close", end).resume();
}
