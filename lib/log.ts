import { redact } from "./redact";

/** From the least important to the most. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Which lines are written, and how. */
export interface LogForm {
  /** The least important level that is written. */
  readonly level: LogLevel;
  readonly format: LogFormat;
}

export const USUAL_LOG_FORM: LogForm = { level: "info", format: "json" };

/** One line per event on stderr. Secrets and anything that looks like a credential never appear in it. */
export interface Logger {
  /** Undefined while such lines are not written, so that they are not even built. */
  debug?(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  /**
   * `info` with fields that are JSON already: members, each after a comma, without secrets. Undefined while lines are
   * not JSON, or not written.
   */
  infoJson?(event: string, members: string): void;
}

/** The most characters of a value that a line shows. */
const LONGEST_VALUE = 4_096;
/** A line with this many characters takes no further fields. */
const LONGEST_LINE = 16_384;
/** How much of a longer value is looked through, so that no secret is cut in half and shown. */
const LOOKED_THROUGH = 2 * LONGEST_VALUE;

/** Whether lines of a level are written. */
export function isLogged(level: LogLevel, form: Pick<LogForm, "level">): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(form.level);
}

/**
 * A logger that writes one line per event, with its line break. `now` is in milliseconds since the epoch. `form` is
 * called for each line, because the form is known only once the configuration has been read.
 */
export function createLogger(
  write: (line: string) => void,
  now: () => number,
  form: () => LogForm = () => USUAL_LOG_FORM,
): Logger {
  const at =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}): void => {
      const chosen = form();
      if (!isLogged(level, chosen)) return;
      const time = new Date(now()).toISOString();
      const line =
        chosen.format === "json" ? jsonLine(time, level, event, fields) : textLine(time, level, event, fields);
      write(redact(`${line}\n`));
    };
  const debug = at("debug");
  const logger: Logger = { info: at("info"), warn: at("warn"), error: at("error") };
  let lastAt = Number.NaN;
  let lastTime = "";
  const infoJson = (event: string, members: string): void => {
    const at = now();
    // Under load, many lines have the same time.
    if (at !== lastAt) [lastAt, lastTime] = [at, new Date(at).toISOString()];
    write(`{"time":"${lastTime}","level":"info","event":"${event}"${members}}\n`);
  };
  Object.defineProperty(logger, "infoJson", {
    get: () => (form().format === "json" && isLogged("info", form()) ? infoJson : undefined),
  });
  return Object.defineProperty(logger, "debug", { get: () => (isLogged("debug", form()) ? debug : undefined) });
}

/**
 * The JSON of a line. It is put together by hand, because `JSON.stringify` takes three times as long for an object with
 * this many fields, and each request has a line.
 */
function jsonLine(time: string, level: LogLevel, event: string, fields: Record<string, unknown>): string {
  let line = `{"time":"${time}","level":"${level}","event":${quotedText(event)}`;
  for (const name in fields) {
    const value = fields[name];
    if (line.length > LONGEST_LINE) break;
    if (value !== undefined) line += `,"${name}":${valueText(value)}`;
  }
  return `${line}}`;
}

/** Writes a line at level `info` whose fields are already JSON: see `infoJson`. */
export function logMembers(log: Pick<Logger, "info" | "infoJson">, event: string, members: string): void {
  if (log.infoJson) log.infoJson(event, members);
  else log.info(event, JSON.parse(`{${members.slice(1)}}`));
}

/** `2026-11-22T09:14:03.512Z INFO  denied code=team_blocked because="The team is blocked."` */
function textLine(time: string, level: LogLevel, event: string, fields: Record<string, unknown>): string {
  let line = `${time} ${level.toUpperCase().padEnd(5)} ${event}`;
  for (const name in fields) {
    const value = fields[name];
    if (line.length > LONGEST_LINE) break;
    if (value === undefined) continue;
    line += ` ${name}=${typeof value === "string" && isWord(value) ? value : valueText(value)}`;
  }
  return line;
}

/** A value that needs no quotes in a text line. */
const isWord = (value: string): boolean => value.length <= LONGEST_VALUE && /^[\w./:@*+-]+$/.test(value);
/** Text that JSON leaves as it is: printable ASCII except quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;
/**
 * Characters that JSON also leaves as they are, but that some readers take for line breaks or for commands to a
 * terminal.
 */
const TREACHEROUS = /[\x7f-\x9f\u2028\u2029]/g;

function valueText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quotedText(value);
    case "number":
    case "boolean":
      return Number.isNaN(value) || value === Infinity || value === -Infinity ? "null" : String(value);
    case "bigint":
      return `"${value}"`;
    default:
      return listText(value);
  }
}

/** A list or an object. One that is too long is a string, so that the line stays JSON. */
function listText(value: unknown): string {
  const json = JSON.stringify(value, serialise) ?? "null";
  return json.length > LONGEST_VALUE ? quotedText(json) : escaped(json);
}

/**
 * A text with at most `LONGEST_VALUE` characters of its beginning. What is left out takes the end of the part that was
 * looked through with it, where a secret may have been cut in half and not been recognised.
 */
function shortened(text: string): string {
  if (text.length <= LONGEST_VALUE) return text;
  const seen = redact(text.slice(0, LOOKED_THROUGH));
  const certain = text.length > LOOKED_THROUGH ? seen.length - LONGEST_VALUE : seen.length;
  return `${seen.slice(0, Math.max(0, Math.min(certain, LONGEST_VALUE)))}... (${text.length} characters)`;
}

/**
 * A string as JSON, in quotes, without anything that a reader of lines could take for a line break or a command. A long
 * text is cut.
 */
export function quotedText(text: string): string {
  const bounded = shortened(text);
  return PLAIN.test(bounded) ? `"${bounded}"` : escaped(JSON.stringify(bounded));
}

function escaped(json: string): string {
  return json.replace(TREACHEROUS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function serialise(_name: string, value: unknown): unknown {
  if (typeof value === "string") return shortened(value);
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === "bigint" ? value.toString() : value;
}
