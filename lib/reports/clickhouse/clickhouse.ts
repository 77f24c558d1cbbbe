/** A value as ClickHouse's JSON has it. 64-bit integers and decimals are text. */
export type Cell = string | number | boolean | null | readonly Cell[];
export type Row = readonly Cell[];

/** A query, with values that it refers to as `{p0:String}`. */
export interface Statement {
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** ClickHouse's settings for it. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** A ClickHouse. Each method throws ClickHouseError. */
export interface ClickHouse {
  /** Its version, such as `26.7.2.1`, in a way that every version answers. */
  version(): Promise<string>;
  /** The rows of a query. */
  query(statement: Statement, signal?: AbortSignal): Promise<readonly Row[]>;
  /** The answer of a query in one of ClickHouse's formats, as it comes. */
  read(statement: Statement, format: string, signal?: AbortSignal): Promise<Buffer>;
  /** A statement without an answer. */
  run(statement: Statement, signal?: AbortSignal): Promise<void>;
  /** Inserts JSON Lines into a table. A repetition with the same token changes nothing. */
  insert(table: string, lines: readonly string[], token: string, signal: AbortSignal): Promise<void>;
}

/** ClickHouse refused a statement, or did not answer. The message is in words of our own: its texts may repeat data. */
export class ClickHouseError extends Error {
  override readonly name = "ClickHouseError";
  constructor(
    message: string,
    /** ClickHouse's own number of the error; undefined: there was no answer. */
    readonly code?: number,
    /** ClickHouse could not be reached, or may answer later. */
    readonly isAway = false,
  ) {
    super(message);
  }
}

/** The times that ClickHouse's `DateTime64` can hold. */
export const FIRST_TIME = Date.UTC(1900, 0, 1);
export const LAST_TIME = Date.UTC(2299, 0, 1);

/** The values of one statement. */
export class Parameters {
  readonly values: Record<string, string> = {};

  /** Adds a value and returns its placeholder. */
  bind(value: string | number, type: "String" | "Int64" = "String"): string {
    const name = `p${Object.keys(this.values).length}`;
    this.values[name] = String(value);
    return `{${name}:${type}}`;
  }

  /** An instant, in milliseconds since the epoch. */
  bindTime(at: number): string {
    const within = Math.min(Math.max(at, FIRST_TIME), LAST_TIME);
    return `fromUnixTimestamp64Milli(${this.bind(within, "Int64")}, 'UTC')`;
  }
}

/** A parameter as the HTTP interface reads it, which is the text of a cell in tab-separated values. */
export function escapedParameter(value: string): string {
  return value.replace(/[\\\t\n\r\0\b\f]/g, (sign) => ESCAPES[sign] ?? sign);
}
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\\0",
  "\b": "\\b",
  "\f": "\\f",
};
