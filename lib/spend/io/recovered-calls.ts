import type { SpendRecord } from "@/lib/calls/record";

type Listener = (record: SpendRecord) => void;

/** The most calls that wait for a listener. Further ones are not passed on. */
const MOST_WAITING = 10_000;

/**
 * Passes on the calls of dead processes that recovery has booked as interrupted. They wait until there is a listener.
 */
export class RecoveredCalls {
  #waiting: SpendRecord[] = [];
  #listener: Listener | undefined;

  add(record: SpendRecord): void {
    if (this.#listener) this.#listener(record);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(record);
  }

  /** Sets the only listener. It gets the calls that have waited, at once. */
  listen(listener: Listener): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const record of waiting) listener(record);
  }
}
