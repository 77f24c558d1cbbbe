/** Counts slots. A method that fails may have taken effect anyway. */
export interface SlotCounter {
  /** Enters a call into all slots or none. Answers the position of the first that is full; -1: the call is in. */
  enter(call: string, slots: readonly Slot[]): Promise<number>;
  leave(call: string, keys: readonly string[]): Promise<void>;
  /** Says that calls are still in flight. */
  renew?(calls: ReadonlyMap<string, readonly string[]>): Promise<void>;
  close(): void;
}
/** A limit on parallel calls: calls with the same key are counted together. */
export interface Slot {
  readonly key: string;
  readonly limit: number;
}

/** The calls in flight of all processes, kept by the one process that counts for them. */
export class SlotTable {
  /** By slot key: the calls, each with the process that owns it. */
  readonly #slots = new Map<string, Map<string, number>>();

  /** Enters a call into all slots or none. Answers the position of the first that is full; -1: the call is in. */
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

  /** Frees the slots of a process that has died. */
  abandon(owner: number): void {
    for (const [key, calls] of this.#slots) for (const [call, of] of calls) if (of === owner) this.#remove(key, call);
  }

  #remove(key: string, call: string): void {
    const calls = this.#slots.get(key);
    calls?.delete(call);
    if (calls?.size === 0) this.#slots.delete(key);
  }
}
