import type { ImportedRow, TableColumn } from "@/lib/wire/tables/entity-tables";
import { MOST_IMPORTED } from "@/lib/wire/tables/entity-tables";

/** A cell as the API takes it; null clears. */
type CellValue = string | number | boolean | readonly string[] | null;

/** A row of the file, with the values that it sets. */
export interface TableRow {
  readonly line: number;
  /** Undefined: a new row whose id is generated. */
  readonly id: string | undefined;
  /** The id with the spaces around it, where it has some: ids may have them, and people may type them. */
  readonly rawId?: string;
  readonly set: Readonly<Record<string, CellValue>>;
  readonly fault?: string;
}

/** A file as a table, or what is wrong with it, as a sentence. */
export type ReadTable =
  | { readonly rows: readonly TableRow[]; readonly ignored: readonly string[]; readonly fault?: undefined }
  | { readonly fault: string };

/** Reads the rows of a CSV file, of which the first names the columns. */
export function readTable(columns: readonly TableColumn[], [head, ...lines]: readonly string[][]): ReadTable {
  if (!head) return { fault: "The file is empty: its first line names the columns." };
  const names = head.map((name) => name.trim());
  const known = new Map(columns.map((column) => [column.name, column]));
  const strange = names.find((name) => !known.has(name));
  if (strange !== undefined)
    return {
      fault: `"${strange.slice(0, 60)}" is not a column. Columns: ${[...known.keys()].join(", ")}.`,
    };
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { fault: `The column ${twice} appears twice.` };
  if (lines.length > MOST_IMPORTED)
    return { fault: `The file has ${lines.length} rows; an import takes ${MOST_IMPORTED} at once.` };
  const listed = names.flatMap((name) => known.get(name) ?? []);
  return {
    rows: lines.map((cells, at) => readRow(listed, cells, at + 2)),
    ignored: listed.filter(({ of }) => of === "shown").map(({ name }) => name),
  };
}

function readRow(columns: readonly TableColumn[], cells: readonly string[], line: number): TableRow {
  const set: Record<string, CellValue> = {};
  let id: string | undefined;
  let rawId: string | undefined;
  if (cells.length !== columns.length)
    return { line, id, set, fault: `The row has ${cells.length} cells, and the first line names ${columns.length}.` };
  for (const [at, { name, type, of }] of columns.entries()) {
    const text = (cells[at] ?? "").trim();
    if (of === "id") {
      id = text === "" ? undefined : text;
      if (id !== undefined && id !== cells[at]) rawId = cells[at];
    } else if (of !== "shown") {
      const value = readCell(type, text);
      if (value === undefined) return { line, id, set, fault: `${name}: ${EXPECTED[type]}, but is ${quoted(text)}` };
      set[name] = value;
    }
  }
  return { line, id, ...(rawId !== undefined && { rawId }), set };
}

const EXPECTED = { text: "", list: "", number: "must be a number", flag: "must be true or false" } as const;

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

/** The value of a cell; undefined: it is none of this type. */
function readCell(type: TableColumn["type"], text: string): CellValue | undefined {
  switch (type) {
    case "text":
      return text === "" ? null : text;
    case "list":
      return readList(text);
    case "number":
      if (text === "") return null;
      // Spreadsheets write small and large numbers with an exponent.
      return /^\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : undefined;
    case "flag":
      if (text === "") return false;
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : undefined;
  }
}

/** An entry of a list that is read back only in quotes, as a cell of CSV is. */
const NEEDS_QUOTES = /^[\s"]|,|\s$/;

/** A value of a row as its cell. `readTable` reads it back. */
export function tableCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return typeof value === "number" ? value : String(value);
  const entry = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return value.map((one) => entry(String(one))).join(",");
}

function readList(text: string): string[] {
  const entries: string[] = [];
  let [entry, quotes] = ["", 0];
  for (const piece of text.split(",")) {
    // A comma within quotes is part of the entry.
    entry = quotes % 2 === 1 ? `${entry},${piece}` : piece.trimStart();
    quotes = entry.startsWith('"') ? quotes + piece.split('"').length - 1 : 0;
    if (quotes % 2 === 0) entries.push(unquoted(entry.trim()));
  }
  if (quotes % 2 === 1) entries.push(entry.trim());
  return entries.filter((one) => one !== "");
}

function unquoted(entry: string): string {
  const isQuoted = entry.length > 1 && entry.startsWith('"') && entry.endsWith('"');
  return isQuoted ? entry.slice(1, -1).replaceAll('""', '"') : entry;
}

/** What an import does with a row. `body`: the input of the operation that does it. */
export type PlannedRow = ImportedRow & { readonly body: Readonly<Record<string, unknown>> };

/** How one kind of entity is planned. */
export interface PlanOf {
  readonly columns: readonly TableColumn[];
  /** The field by which an update names the row. */
  readonly idInput: string;
  /** Whether a row whose id is not known is created under it. */
  readonly takesIds: boolean;
  /** What the input of a row that is created or changed lacks, as a sentence; undefined: nothing. */
  readonly check: (action: "create" | "update", body: Readonly<Record<string, unknown>>) => string | undefined;
}

/** Says for each row of a table what is done. `existing`: the stored rows by id. */
export function planImport(
  kind: PlanOf,
  rows: readonly TableRow[],
  existing: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): PlannedRow[] {
  const lines = new Map<string, number>();
  return rows.map((written) => {
    const row = {
      ...written,
      id: written.rawId !== undefined && existing.has(written.rawId) ? written.rawId : written.id,
    };
    const before = row.id === undefined ? undefined : lines.get(row.id);
    if (row.id !== undefined && before === undefined) lines.set(row.id, row.line);
    const twice = before === undefined ? undefined : `Line ${before} has the same id.`;
    const fault = row.fault ?? twice;
    if (fault !== undefined) return refusedRow(row, fault);
    const known = row.id === undefined ? undefined : existing.get(row.id);
    if (known) return plannedUpdate(kind, row, known);
    if (row.id !== undefined && !kind.takesIds)
      return refusedRow(row, "Nothing has this id. Leave the cell empty to create a row.");
    return plannedCreation(kind, row);
  });
}

function refusedRow({ line, id }: TableRow, error: string): PlannedRow {
  return { line, id: id ?? null, action: "refuse", changes: [], error, body: {} };
}

function plannedCreation({ idInput, check }: PlanOf, row: TableRow): PlannedRow {
  const set = Object.entries(row.set).filter(([, value]) => !isEmpty(value));
  const body = { ...(row.id !== undefined && { [idInput]: row.id }), ...Object.fromEntries(set) };
  const error = check("create", body);
  if (error !== undefined) return refusedRow(row, error);
  const changes = set.map(([field, after]) => ({ field, before: null, after: shownCell(after) }));
  return { line: row.line, id: row.id ?? null, action: "create", changes, body };
}

function plannedUpdate({ columns, idInput, check }: PlanOf, row: TableRow, known: Readonly<Record<string, unknown>>) {
  const settable = new Set(columns.filter(({ of }) => of === "set").map(({ name }) => name));
  const changed = Object.entries(row.set).filter(
    ([name, after]) => settable.has(name) && !isSame(known[name] ?? null, after),
  );
  if (changed.length === 0)
    return { line: row.line, id: row.id ?? null, action: "none" as const, changes: [], body: {} };
  const body = { [idInput]: row.id, ...Object.fromEntries(changed) };
  const error = check("update", body);
  if (error !== undefined) return refusedRow(row, error);
  const changes = changed.map(([field, after]) => ({
    field,
    before: shownCell((known[field] ?? null) as CellValue),
    after: shownCell(after),
  }));
  return { line: row.line, id: row.id ?? null, action: "update" as const, changes, body };
}

/** Whether a cell says what is stored. A text is read without the spaces around it. */
function isSame(stored: unknown, after: CellValue): boolean {
  const read = typeof stored === "string" ? stored.trim() : stored;
  return JSON.stringify(read === "" ? null : read) === JSON.stringify(after);
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function shownCell(value: CellValue): ImportedRow["changes"][number]["after"] {
  return Array.isArray(value) ? [...value] : (value as string | number | boolean | null);
}
