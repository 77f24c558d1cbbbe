import pg from "pg";

/** The times that both PostgreSQL and ISO 8601 write with four digits for the year. */
const [FIRST_TIME, LAST_TIME] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/**
 * A statement whose `$1`, `$2`, … are replaced by literals of these values, for `COPY`, which takes no parameters.
 * @throws TypeError for a value of another type than those of filters
 */
export function withValues(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (typeof value === "number") return String(value);
  // The server would take a text to end at a NUL.
  if (typeof value === "string" && !value.includes("\0")) return pg.escapeLiteral(value);
  if (value instanceof Date) {
    const within = Math.min(Math.max(value.getTime(), FIRST_TIME), LAST_TIME);
    return `'${new Date(within).toISOString()}'`;
  }
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(",")}]`;
  throw new TypeError("a value of a filter has another type");
}
