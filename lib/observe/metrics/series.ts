/** A value with its labels, in the order of the metric's row. */
export interface Sample {
  readonly labels: readonly string[];
  readonly value: number;
}

interface Cell {
  readonly labels: readonly string[];
  value: number;
  /** The part of the value that `take` has returned already. */
  taken: number;
}

/**
 * A counter with at most three labels, in plain numbers. Each addition costs three lookups and builds no text. The
 * caller bounds the values of the labels.
 */
export class Series {
  readonly #cells = new Map<string, Map<string, Map<string, Cell>>>();

  constructor(private readonly labels: number) {}

  add(amount: number, first = "", second = "", third = ""): void {
    const cell = this.#cells.get(first)?.get(second)?.get(third) ?? this.#create(first, second, third);
    cell.value += amount;
  }

  /** Raises a counter without labels to a value that is counted elsewhere. It never falls. */
  raise(value: number): void {
    const cell = this.#cells.get("")?.get("")?.get("") ?? this.#create("", "", "");
    cell.value = Math.max(cell.value, value);
  }

  /** What was added since the last call of this method. */
  take(): Sample[] {
    const added: Sample[] = [];
    for (const seconds of this.#cells.values())
      for (const thirds of seconds.values())
        for (const cell of thirds.values()) {
          if (cell.value === cell.taken) continue;
          added.push({ labels: cell.labels, value: cell.value - cell.taken });
          cell.taken = cell.value;
        }
    return added;
  }

  #create(first: string, second: string, third: string): Cell {
    let seconds = this.#cells.get(first);
    if (!seconds) this.#cells.set(first, (seconds = new Map()));
    let thirds = seconds.get(second);
    if (!thirds) seconds.set(second, (thirds = new Map()));
    const cell: Cell = { labels: [first, second, third].slice(0, this.labels), value: 0, taken: 0 };
    thirds.set(third, cell);
    return cell;
  }
}
