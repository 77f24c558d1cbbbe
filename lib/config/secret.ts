/** A value that must be used but never seen: printing, logging or serialising it shows only that it is there. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The plain value, for the one place that needs it. */
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

/** From this length on, the ends of a credential say which one it is without helping to guess the rest. */
const SHOWN_FROM = 20;

/** What of a secret is shown to tell it from others: `sk-…abcd`, or only that it is there. */
export function secretHint(secret: Secret): string {
  const value = secret.reveal();
  if (value.length < SHOWN_FROM) return "…";
  return `${/^[A-Za-z]{2,4}-/.exec(value)?.[0] ?? ""}…${value.slice(-4)}`;
}
