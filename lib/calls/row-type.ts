import { CALL_ROW_TYPE, ROW_COLUMNS } from "./columns";

/** PostgreSQL's types of the columns. */
const POSTGRES: Readonly<Record<(typeof ROW_COLUMNS)[number]["type"], string>> = {
  text: "TEXT",
  choice: "TEXT",
  time: "TIMESTAMPTZ(3)",
  ms: "INTEGER",
  number: "INTEGER",
  count: "INTEGER",
  unit: "INTEGER",
  dollars: "DECIMAL(20,9)",
  names: "TEXT[]",
  tried: "JSONB",
  flag: "BOOLEAN",
};

/** The statement that makes `CALL_ROW_TYPE`, for the migration that adds a column. */
export function createRowType(): string {
  const fields = ROW_COLUMNS.map(({ name, type }) => `    "${name}" ${POSTGRES[type]}`);
  return `CREATE TYPE "${CALL_ROW_TYPE}" AS (\n${fields.join(",\n")}\n);`;
}
