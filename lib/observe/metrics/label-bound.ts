/** The name for every value beyond the bound. */
export const OTHER = "other";

/**
 * Keeps the names of the first values that it sees and names all later ones `other`, so that callers cannot make any
 * number of series. `most` may grow while the process runs. A value that has its name keeps it.
 */
export class LabelBound {
  readonly #named = new Set<string>();

  constructor(private readonly most: () => number) {}

  name(value: string): string {
    if (this.#named.has(value)) return value;
    if (this.#named.size >= this.most()) return OTHER;
    this.#named.add(value);
    return value;
  }
}
