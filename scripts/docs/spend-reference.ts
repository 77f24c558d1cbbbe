import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { fillGeneratedParts } from "./generated-parts";
import { nameTable } from "./markdown-table";

/** docs/explain/spend.md with the columns of an export filled in. @throws Error if the part for it is missing */
export function renderSpend(text: string): string {
  return fillGeneratedParts("docs/explain/spend.md", text, { columns: nameTable(EXPORT_COLUMNS) });
}
