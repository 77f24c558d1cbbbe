/** A request to the API, whichever door it came through. Nothing here knows Next.js or fetch. */
export interface ApiRequest {
  readonly method: string;
  /** As it stands in the request line, without the query; never decoded. */
  readonly path: string;
  /** Without the leading "?". */
  readonly query: string;
  /** Lower-case names; repeated headers as node:http joins them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What the requests of one connection have in common, where the door sees connections. */
  readonly connection?: object;
  /** Whether the caller has hung up. */
  readonly isGone: boolean;
  /** Calls the listener once when the caller hangs up, at once if they have. An AbortSignal would cost as much as the decision. */
  onGone(listener: () => void): void;
  /** Reads the whole body once. @throws GatewayError payload_too_large beyond `limit` bytes */
  readBody(limit: number): Promise<Buffer>;
  /** The body as it comes, no faster than it is read; instead of `readBody`. Leaving it early leaves the rest unread. @throws as readBody */
  readStream(limit: number): AsyncIterable<Uint8Array>;
}

/** An answer: bytes at once, or a stream of them. The door stops iterating when its caller is gone. */
export interface ApiReply {
  readonly status: number;
  /** Made for this reply alone: the door adds to them. */
  readonly headers: Record<string, string>;
  readonly body: Buffer | string | AsyncIterable<Uint8Array>;
  /** How long the caller may leave it unread before they are cut off, in milliseconds; the door has a default. */
  readonly writeTimeoutMs?: number;
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): ApiReply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}
