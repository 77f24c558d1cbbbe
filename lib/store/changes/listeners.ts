import { LRUCache } from "lru-cache";
import { messageOf } from "@/lib/error-message";
import type { Change } from "./change-notice";
import type { Logger } from "@/lib/log";
import { bounded } from "@/lib/time/io/deadline";

/** How many changes are remembered, which may be applied again. */
const REMEMBERED_CHANGES = 1_000;
/** A listener that takes longer counts as failed, and the write stops waiting for it. */
const APPLY_DEADLINE_MS = 2_000;

export type Listener = (change: Change) => void | Promise<void>;

/** Those who are told of changes, each of which is applied once. */
export class Listeners {
  readonly #listeners: Listener[] = [];
  /** By change id. A change is applied once, whether its notice or `settle` comes first. */
  readonly #applied = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED_CHANGES });
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Never applies this change. */
  skip(changeId: string): void {
    this.#applied.set(changeId, Promise.resolve(true));
  }

  apply(changeId: string, changes: readonly Change[]): Promise<boolean> {
    let known = this.#applied.get(changeId);
    if (!known) this.#applied.set(changeId, (known = this.tell(changes)));
    return known;
  }

  /**
   * Passes every change to every listener; true when all of them succeed. Listeners that only drop cache entries do so
   * at once.
   */
  async tell(changes: readonly Change[]): Promise<boolean> {
    const outcomes = this.#listeners.flatMap((listener) =>
      changes.map(async (change) => {
        try {
          await listener(change);
          return true;
        } catch (error) {
          this.#log.error("change_feed.listener_failed", { entity: change.entity, error: messageOf(error) });
          return false;
        }
      }),
    );
    const all = Promise.all(outcomes).then((taken) => taken.every(Boolean));
    return (await bounded(all, APPLY_DEADLINE_MS)) ?? false;
  }
}
