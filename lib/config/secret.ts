/** A value that is used but never shown: printing, logging or serialising it shows only that it is there. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The plain value, for the one place that uses it. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/**
 * The length in characters from which on a credential's end is shown. The end of a shorter one would help to guess the
 * rest.
 */
const SHOWN_FROM = 20;

/** A part of a secret that distinguishes it from others, such as `sk-…abcd`; for a short secret only `…`. */
export function secretHint(secret: Secret): string {
  const value = secret.reveal();
  if (value.length < SHOWN_FROM) return "…";
  return `${/^[A-Za-z]{2,4}-/.exec(value)?.[0] ?? ""}…${value.slice(-4)}`;
}
