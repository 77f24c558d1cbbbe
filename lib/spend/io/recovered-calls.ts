import type { SpendRecord } from "@/lib/calls/record";

type Listener = (record: SpendRecord) => void;

/** The most calls that wait for a listener. */
const MOST_WAITING = 10_000;

/**
 * Passes on the calls of dead processes that recovery has booked as interrupted; those before the listener wait for it.
 */
export class RecoveredCalls {
  #waiting: SpendRecord[] = [];
  #listener: Listener | undefined;

  add(record: SpendRecord): void {
    if (this.#listener) this.#listener(record);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(record);
  }

  /** There is one listener. It is told at once of the calls that have waited. */
  listen(listener: Listener): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const record of waiting) listener(record);
  }
}
