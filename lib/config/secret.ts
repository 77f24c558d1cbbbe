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

/** From this length on, showing the ends of a credential does not help to guess the rest. */
const SHOWN_FROM = 20;

/** The part of a secret that tells it from others: `sk-…abcd`, or only that it is there. */
export function secretHint(secret: Secret): string {
  const value = secret.reveal();
  if (value.length < SHOWN_FROM) return "…";
  return `${/^[A-Za-z]{2,4}-/.exec(value)?.[0] ?? ""}…${value.slice(-4)}`;
}
