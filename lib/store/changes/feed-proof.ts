import { randomBytes } from "node:crypto";
import { withDeadline } from "@/lib/time/io/deadline";
import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

/** How long sending a notice may take, and then its arrival. */
const DEADLINE_MS = 1_000;

/**
 * The outcome of one notice. `unsent`: the database did not take it, which says nothing about whether it would have
 * been heard.
 */
export type Proof = "heard" | "unheard" | "unsent";

/** Sends notices to this process over the ordinary pool, and finds out whether the listening connection hears them. */
export interface FeedProof {
  /** The channel to listen on. Only this process uses it, so that no other node is woken. */
  readonly channel: string;
  /** Takes a notice that has arrived on the channel. */
  hear(payload: string): void;
  prove(): Promise<Proof>;
}

/** Makes the proof that nothing, such as a pooler, keeps notices from this process. */
export function createFeedProof({ pool }: Pick<Database, "pool">): FeedProof {
  const channel = `gateway_proof_${randomBytes(8).toString("hex")}`;
  const awaited = new Map<string, () => void>();
  let count = 0;

  return {
    channel,
    hear: (payload) => awaited.get(payload)?.(),
    async prove() {
      const payload = String(++count);
      const arrival = new Promise<void>((resolve) => awaited.set(payload, resolve));
      const notify: LimitedStatement = {
        text: "SELECT pg_notify($1, $2)",
        values: [channel, payload],
        query_timeout: DEADLINE_MS,
      };
      try {
        await withDeadline(pool.query(notify), DEADLINE_MS, (message) => new Error(message));
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
