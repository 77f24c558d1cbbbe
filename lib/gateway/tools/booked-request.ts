import type { Message } from "@/lib/mcp/message";

/** The response of a server. */
export type ServerResponse = Extract<Message, { kind: "result" | "error" }>;

/** Who keeps the books of a request. Each moment comes once at most, and the first one counts. */
export interface BookedRequest {
  /** The headers of its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server has answered. Resolves when the caller may see it. */
  answered(response: ServerResponse): Promise<void>;
  /** It failed, or its caller hung up. `isSent`: it had gone up. Resolves when that is written. */
  failed(isSent: boolean, isGone: boolean): Promise<void>;
}
