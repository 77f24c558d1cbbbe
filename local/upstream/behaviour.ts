import type { IncomingHttpHeaders } from "http";

export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, the parts of a form (`SeenForm`), or the text if it is neither. */
  readonly body: unknown;
  /** Whether the caller hung up before the end of the answer. */
  aborted: boolean;
  bytesSent: number;
  /** Resolves when the answer has ended in any way. */
  readonly ended: Promise<void>;
}

/** How to misbehave on one request. Without any field the answer is normal. */
export interface Behaviour {
  /** Answer with this status and body instead. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Milliseconds before the first byte. */
  readonly delay?: number;
  /** Never answer. */
  readonly hang?: boolean;
  /** Break the connection after this many tokens; 0 breaks it before the status line. */
  readonly resetAfter?: number;
  /** Stop sending after this many tokens, with the connection open. */
  readonly stallAfter?: number;
  /** Number of tokens of the answer. */
  readonly tokens?: number;
  /** Milliseconds between tokens. */
  readonly tokenDelay?: number;
  /** The text of the answer; `tokens` is then the number of its words. */
  readonly text?: string;
  /** Report no usage, even if asked. */
  readonly noUsage?: boolean;
}
