/** What stands for every value beyond the bound. */
export const OTHER = "other";

/**
 * Names the first values that are seen by themselves and all later ones `other`, so that callers cannot make as many
 * series as they like. `most` may grow while the process runs; a value that has a name keeps it.
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
