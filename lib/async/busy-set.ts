/**
 * A set for objects that come and go with every call. A `Set` would keep them alive long after they have left: when V8
 * builds a new table, the old table still refers to the members of that moment and to the new table, so that one
 * table in the old generation retains all later ones, with their members, until the next full collection.
 */
export class BusySet<Item extends object> implements Iterable<Item> {
  readonly #places: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Adds an item, which must not be in the set. Returns its place, for `delete`. */
  add(item: Item): number {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = item;
    return place;
  }

  /** Takes out the item at a place, once: the place may belong to another item afterwards. */
  delete(place: number): void {
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  /** The items of this moment. They may leave while they are iterated. */
  *[Symbol.iterator](): Iterator<Item> {
    for (const item of [...this.#places]) if (item) yield item;
  }
}
