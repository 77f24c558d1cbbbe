// node scripts/generate-call-row.mjs [--type]: writes lib/calls/generated-row.ts from the table in lib/calls/columns.ts,
// or prints the statement for the migration that adds a column.
import { writeFile } from "node:fs/promises";
import { importTypeScript } from "./setup/bundle.mjs";

const { createRowType, renderCallRow } = await importTypeScript(`
  export { renderCallRow } from "@/scripts/code/call-row";
  export { createRowType } from "@/lib/calls/row-type";
`);
if (process.argv.includes("--type")) console.log(createRowType());
else await writeFile(new URL("../lib/calls/generated-row.ts", import.meta.url), await renderCallRow());
