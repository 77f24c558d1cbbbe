/** A request to the API, through either door. It depends on neither Next.js nor fetch. */
export interface ApiRequest {
  readonly method: string;
  /** As in the request line, without the query and never decoded. */
  readonly path: string;
  /** Without the leading "?". */
  readonly query: string;
  /** Lower-case names; repeated headers as node:http joins them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The same object for all requests of one connection. Undefined: the door does not see connections. */
  readonly connection?: object;
  /** Whether the caller has hung up. */
  readonly isGone: boolean;
  /**
   * Calls the listener once when the caller hangs up, or at once if they already have. An AbortSignal would cost as
   * much as the decision.
   */
  onGone(listener: () => void): void;
  /**
   * Reads the whole body once. `onBytes` gets the size so far, in bytes, as each piece arrives; what it throws ends
   * the reading. @throws GatewayError payload_too_large beyond `limit` bytes
   */
  readBody(limit: number, onBytes?: (size: number) => void): Promise<Buffer>;
  /**
   * Streams the body, no faster than the reader takes it. Call this or `readBody`, not both. If the reader stops early,
   * the rest stays unread. @throws as `readBody`
   */
  readStream(limit: number): AsyncIterable<Uint8Array>;
}

/** An answer: whole, or a stream of bytes. The door stops iterating the stream when the caller hangs up. */
export interface ApiReply {
  readonly status: number;
  /** Not shared with other replies, because the door adds headers. */
  readonly headers: Record<string, string>;
  readonly body: Buffer | string | AsyncIterable<Uint8Array>;
  /** How long the caller may leave it unread before the door cuts them off, in milliseconds. Default: the door's. */
  readonly writeTimeoutMs?: number;
  /** The door calls it once, when it has nothing more to write. */
  ended?: (end: ReplyEnd) => void;
  /** The door calls it once its caller has the answer, or is gone: a large body may be dropped then. */
  readonly over?: () => void;
}

/**
 * How the writing of an answer ended. `sent`: all of it is on its way. `gone`: its caller hung up, or did not read on.
 * `broken`: its source failed in the middle.
 */
export type ReplyEnd = "sent" | "gone" | "broken";

/** Makes a JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): ApiReply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}
