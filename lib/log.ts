/** One JSON line per event on stderr. Secrets and anything that looks like a credential never appear in it. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** Anything that looks like a credential: JWTs and their beginnings, keys, bearer values, passwords in addresses. */
const CREDENTIALS = /\beyJ[\w-]{8,}(\.[\w-]*)*|\bsk-[\w-]{6,}|(?<=\bbearer\s+)\S+|(?<=:\/\/[^\s:/@]+:)[^\s@]+(?=@)/gi;

/** Blanks out everything in a text that looks like a credential. */
export function redact(text: string): string {
  return text.replace(CREDENTIALS, "[redacted]");
}

/** A logger that writes one JSON object per line. `now` is in milliseconds since the epoch. */
export function createLogger(write: (line: string) => void, now: () => number): Logger {
  const at =
    (level: string) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      write(`${redact(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }, serialise))}\n`);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

function serialise(_name: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === "bigint" ? value.toString() : value;
}
