/**
 * A set for objects that come and go with every call. A `Set` would keep them alive long after they have left: when V8
 * builds a new table, the old table still refers to the members of that moment and to the new table, so that one
 * table in the old generation retains all later ones, with their members, until the next full collection.
 */
export class BusySet<Item extends object> implements Iterable<Item> {
  readonly #slots: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.length - this.#free.length;
  }

  /** Adds an item, which must not be in the set. Returns its slot, for `delete`. */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = item;
    return slot;
  }

  /** Takes out the item of a slot, once: the slot may belong to another item afterwards. */
  delete(slot: number): void {
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  /** The items of this moment. They may leave while they are iterated. */
  *[Symbol.iterator](): Iterator<Item> {
    for (const item of [...this.#slots]) if (item) yield item;
  }
}
