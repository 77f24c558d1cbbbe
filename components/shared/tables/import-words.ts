import { counted } from "@/components/shared/wording";
import type { ImportedRow, ImportReport } from "@/lib/wire/tables/entity-tables";

type Cell = ImportedRow["changes"][number]["before"];

/** What an import does, or has done: "2 new, 1 changed, 3 as they are, 1 refused". */
export function reportText({ created, updated, unchanged, refused }: ImportReport): string {
  const parts = [
    created > 0 && `${created} new`,
    updated > 0 && `${updated} changed`,
    unchanged > 0 && `${unchanged} as ${unchanged === 1 ? "it is" : "they are"}`,
    refused > 0 && `${refused} refused`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "The file has no rows" : parts.join(", ");
}

/** What an import does with a row, as a sentence without its id. */
export function rowText({ action, changes, error }: ImportedRow): string {
  switch (action) {
    case "create":
      return changes.length === 0
        ? "New"
        : `New, with ${changes.map(({ field, after }) => `${field} ${cellText(after)}`).join(", ")}`;
    case "update":
      return changes.map(({ field, before, after }) => `${field} ${cellText(before)} → ${cellText(after)}`).join(", ");
    case "none":
      return "As it is";
    case "refuse":
      return error ?? "Refused";
  }
}

function cellText(value: Cell): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return value === null ? "none" : String(value);
}

/** The words on the button that imports: "Import 3 rows"; undefined: there is nothing to import. */
export function importText({ created, updated, refused }: ImportReport): string | undefined {
  if (refused > 0 || created + updated === 0) return undefined;
  return `Import ${counted(created + updated, "row")}`;
}
