import type { TableProgress } from "@/lib/database/backup/progress";

/** A line about one table: `calls: 250,000 of about 1,000,000 rows…`. Empty tables get none. */
export function progressLine({ table, rows, ofRows, isDone }: TableProgress): string | undefined {
  if (isDone) return rows === 0 ? undefined : `  ${table}: ${countOf(rows, "row")}`;
  const total = ofRows === undefined || ofRows < rows ? "" : ` of about ${inGroups(ofRows)}`;
  return `  ${table}: ${inGroups(rows)}${total} rows…`;
}

/** `1 row`, `12,345 rows`. */
export function countOf(number: number, noun: string): string {
  return `${inGroups(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** `812 bytes`, `1.4 MiB`. */
export function bytesOf(bytes: number): string {
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let size = bytes;
  let unit: string | undefined;
  while (size >= 1024 && units.length > 0) {
    size /= 1024;
    unit = units.shift();
  }
  return unit === undefined ? countOf(bytes, "byte") : `${size.toFixed(1)} ${unit}`;
}

function inGroups(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}
