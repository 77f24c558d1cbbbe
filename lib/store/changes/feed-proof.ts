import { randomBytes } from "node:crypto";
import { withDeadline } from "@/lib/time/io/deadline";
import type { LimitedStatement } from "../bounded-pool";

const HEARTBEAT_CHANNEL = "gateway_heartbeat";
/** How long sending a notice may take, and then its arrival. */
export const DEADLINE_MS = 1_000;

/**
 * The outcome of one notice. `unsent`: the database did not take it, which says nothing about whether it would have
 * been heard.
 */
export type Proof = "heard" | "unheard" | "unsent";

/** Sends notices over the ordinary pool, and finds out whether the listening connection hears them. */
export interface FeedProof {
  /**
   * The channel to listen on. PostgreSQL wakes all listeners of a database for each notice, whatever its channel, so
   * all processes share one, and each learns from the notices of the others that it hears.
   */
  readonly channel: string;
  /** Takes a notice that has arrived on the channel, and tells whether this process has sent it. */
  hear(payload: string): boolean;
  prove(): Promise<Proof>;
}

/** The statement that sends a heartbeat. */
export function heartbeat(payload: string): LimitedStatement {
  return { text: "SELECT pg_notify($1, $2)", values: [HEARTBEAT_CHANNEL, payload], query_timeout: DEADLINE_MS };
}

/**
 * Makes the proof that nothing, such as a pooler, keeps notices from this process. `send` sends a heartbeat over the
 * ordinary pool.
 */
export function createFeedProof(send: (payload: string) => Promise<unknown>): FeedProof {
  const sender = randomBytes(8).toString("hex");
  const awaited = new Map<string, () => void>();
  let count = 0;

  return {
    channel: HEARTBEAT_CHANNEL,
    hear(payload) {
      awaited.get(payload)?.();
      return payload.startsWith(sender);
    },
    async prove() {
      const payload = `${sender} ${++count}`;
      const arrival = new Promise<void>((resolve) => awaited.set(payload, resolve));
      try {
        await withDeadline(send(payload), DEADLINE_MS, (message) => new Error(message));
      } catch {
        awaited.delete(payload);
        return "unsent";
      }
      return withDeadline(arrival, DEADLINE_MS, (message) => new Error(message))
        .then(
          () => "heard" as const,
          () => "unheard" as const,
        )
        .finally(() => awaited.delete(payload));
    },
  };
}
