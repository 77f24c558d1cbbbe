import type { SinkBatch } from "./sink-batch";

/** What became of a batch. */
export type Delivery =
  | { readonly arrived: true }
  | {
      readonly arrived: false;
      /** The reason in words of our own. The receiver's words may repeat a secret. */
      readonly error: string;
      /** How long the receiver wants to be left alone, in milliseconds. */
      readonly retryAfterMs?: number;
      /** The receiver takes no batch of this size, and has taken nothing of it. */
      readonly tooLarge?: boolean;
    };

/** Sends a batch. Resolves whatever happens; an aborted signal ends it at once. */
export type Deliver = (batch: SinkBatch, signal: AbortSignal) => Promise<Delivery>;
