/** Where places are counted. Each may fail, and then nobody knows whether it was done. */
export interface SlotCounter {
  /** Answers the position of the slot that has no place left, -1: all are taken. */
  enter(call: string, slots: readonly Slot[]): Promise<number>;
  leave(call: string, keys: readonly string[]): Promise<void>;
  /** Says that calls are in flight still. */
  renew?(calls: ReadonlyMap<string, readonly string[]>): Promise<void>;
  close(): void;
}
/** A limit of calls at the same time: what is counted together, and how many there may be. */
export interface Slot {
  readonly key: string;
  readonly limit: number;
}

/** Which calls of which processes are in flight, as the one that counts for all of them knows it. */
export class SlotTable {
  /** By slot: the calls in it, with whose they are. */
  readonly #slots = new Map<string, Map<string, number>>();

  /** Takes a place in each slot, or in none. Answers the position of the first that has none left, -1: all are taken. */
  enter(owner: number, call: string, slots: readonly Slot[]): number {
    const full = slots.findIndex(({ key, limit }) => (this.#slots.get(key)?.size ?? 0) >= limit);
    if (full >= 0) return full;
    for (const { key } of slots) {
      let calls = this.#slots.get(key);
      if (!calls) this.#slots.set(key, (calls = new Map()));
      calls.set(call, owner);
    }
    return -1;
  }

  leave(call: string, keys: readonly string[]): void {
    for (const key of keys) this.#remove(key, call);
  }

  /** Gives back the places of a process that has died. */
  abandon(owner: number): void {
    for (const [key, calls] of this.#slots) for (const [call, of] of calls) if (of === owner) this.#remove(key, call);
  }

  #remove(key: string, call: string): void {
    const calls = this.#slots.get(key);
    calls?.delete(call);
    if (calls?.size === 0) this.#slots.delete(key);
  }
}
