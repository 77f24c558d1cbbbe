import { ACCESS_LINES, type AccessLines } from "@/lib/access-lines";
import { LOG_FORMATS, LOG_LEVELS, USUAL_LOG_FORM, type LogFormat, type LogLevel } from "@/lib/log";
import { EnvironmentError } from "../environment-error";

/** What the log shows, and how. */
export interface LogSettings {
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Which requests to the API have a line in the log. */
  readonly accessLog: AccessLines;
}

/** The variables of the log, with their meaning for docs/reference/configuration.md. */
export const LOG_VARIABLES = {
  LOG_LEVEL:
    "The lowest level of lines that the log writes: `debug`, `info`, `warn` or `error`. Default `info`, which has one line for each request to the API.",
  ACCESS_LOG:
    "Which requests to the API have an [access line](log-events.md#the-access-line): `all`; `problems`, which are those that were refused, failed, broke off or were slow; or `off`. Default `all`.",
  LOG_FORMAT: "`json`, or `text` for people: one line per event in both. Default `json`.",
} as const satisfies Readonly<Record<string, string>>;

/** Reads the variables of the log through a lookup. @throws EnvironmentError */
export function logSettingsFrom(value: (name: keyof typeof LOG_VARIABLES) => string | undefined): LogSettings {
  return {
    logLevel: oneOf("LOG_LEVEL", value("LOG_LEVEL")?.toLowerCase() ?? USUAL_LOG_FORM.level, LOG_LEVELS),
    logFormat: oneOf("LOG_FORMAT", value("LOG_FORMAT")?.toLowerCase() ?? USUAL_LOG_FORM.format, LOG_FORMATS),
    accessLog: oneOf("ACCESS_LOG", value("ACCESS_LOG")?.toLowerCase() ?? "all", ACCESS_LINES),
  };
}

function oneOf<Name extends string>(variable: string, value: string, names: readonly Name[]): Name {
  const name = names.find((known) => known === value);
  if (name === undefined) throw new EnvironmentError(variable, `must be ${listed(names)}`);
  return name;
}

/** "a, b or c". */
function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
