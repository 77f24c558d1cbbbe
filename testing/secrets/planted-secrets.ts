/** Names of settings and variables whose values must stay secret. */
const SECRET_NAME = /(?:^|_)(?:key|secret|token|password)$/i;
/** The shortest value that is searched for. Shorter ones occur in innocent words. */
const SHORTEST = 8;
/** A gateway key, or the beginning of a JWT with its payload, whatever its origin. */
const LIKE_A_CREDENTIAL = /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}|\bsk-[\w-]{6,}/g;

/**
 * The secrets that a test's gateway was given, and everything that looks like a credential. Everything that a gateway
 * puts out while tests run (its log, metrics, traces, alerts) is searched for them.
 */
export class PlantedSecrets {
  readonly #values = new Set<string>();

  /** Plants the secrets in settings or an environment, however deep. Values that are not strings are passed over. */
  plant(settings: unknown, name = ""): void {
    if (typeof settings === "string") {
      const isSecret = SECRET_NAME.test(name) && settings.length >= SHORTEST && !settings.startsWith("os.environ/");
      if (isSecret) this.#values.add(settings);
    } else if (Array.isArray(settings)) for (const value of settings) this.plant(value, name);
    else if (typeof settings === "object" && settings !== null)
      for (const [key, value] of Object.entries(settings)) this.plant(value, key);
  }

  /** The lines of a string that hold a secret. */
  linesWithSecrets(text: string): string[] {
    const values = [...this.#values];
    if (!values.some((value) => text.includes(value)) && !text.match(LIKE_A_CREDENTIAL)) return [];
    return text
      .split("\n")
      .filter((line) => values.some((value) => line.includes(value)) || line.match(LIKE_A_CREDENTIAL));
  }

  /** @throws Error with the lines of a string that hold a secret. `where` says what the text is, such as "the log". */
  expectNone(text: string, where: string): void {
    const lines = this.linesWithSecrets(text);
    if (lines.length > 0) throw new Error(`There are secrets in ${where}:\n${lines.slice(0, 10).join("\n")}`);
  }
}
