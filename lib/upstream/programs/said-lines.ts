/** The most characters of a line that are told, and the most lines of a minute. */
const MOST_CHARACTERS = 1_000;
const MOST_LINES = 60;
const MINUTE_MS = 60_000;
/** Shorter values stand in too many lines by chance. */
const SHORTEST_SECRET = 6;

/** What a program writes for people, bounded for the log: long lines are cut, and values of its environment hidden. */
export class SaidLines {
  readonly #secrets: readonly string[];
  #begun = "";
  #minute = 0;
  #told = 0;

  /** `values`: of its environment. `now`: milliseconds since the epoch. */
  constructor(
    values: readonly string[],
    private readonly now: () => number,
  ) {
    this.#secrets = values.filter(({ length }) => length >= SHORTEST_SECRET);
  }

  /** The lines that may be told. */
  push(bytes: Buffer): readonly string[] {
    const lines = (this.#begun + bytes.toString("utf8")).split("\n");
    // A secret may be cut in two by the end of what is kept, so more is kept than is told.
    this.#begun = (lines.pop() ?? "").slice(0, 16 * MOST_CHARACTERS);
    return lines
      .map((line) => this.#hidden(line).trim().slice(0, MOST_CHARACTERS))
      .filter((line) => line !== "" && this.#mayTell());
  }

  #hidden(line: string): string {
    return this.#secrets.reduce((text, secret) => text.replaceAll(secret, "[hidden]"), line);
  }

  #mayTell(): boolean {
    const minute = Math.floor(this.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#told = 0;
    this.#minute = minute;
    return this.#told++ < MOST_LINES;
  }
}
