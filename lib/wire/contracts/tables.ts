import { z } from "zod";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { importReportSchema, MOST_IMPORTED, type TableKind } from "../tables/entity-tables";
import { blockedFilter, entityId } from "../fields";

const MANY = { team: MANAGED_KINDS.team.many, user: MANAGED_KINDS.user.many, key: "keys" } as const;

const imported = z.strictObject({
  csv: z.string().min(1).max(1_000_000).describe("The file. Its first line has the names of the columns"),
  dry_run: z.boolean().default(true).describe("Says what would change, and changes nothing"),
});
const exported = z.strictObject({
  search: z.string().max(200).optional().describe("Text that the id or the name must contain"),
  blocked: blockedFilter,
  ids: z
    .string()
    .max(60_000)
    .transform((text) => text.split(","))
    .pipe(z.array(entityId).min(1).max(500))
    .optional()
    .describe("The ids of the rows to export, separated by commas; absent: all rows"),
});

/** The export and the import of one kind of entity as a table. */
function tableContracts<const Kind extends TableKind>(kind: Kind) {
  return {
    export: {
      id: `${kind}.export`,
      method: "GET",
      path: `/${kind}/export`,
      family: "management_routes",
      access: "administrators",
      effect: "reads",
      summary: `Export ${MANY[kind]} as CSV, with every column that an import takes`,
      input: exported,
      output: z.string(),
    },
    import: {
      id: `${kind}.import`,
      method: "POST",
      path: `/${kind}/import`,
      family: "management_routes",
      access: "administrators",
      effect: "writes",
      summary: `Create and change up to ${MOST_IMPORTED} ${MANY[kind]} by a CSV file, row by row. A column that is absent stays, an empty cell clears. A plan that refuses a row changes nothing`,
      input: imported,
      output: importReportSchema,
    },
  } as const;
}

/** `/team/export`, `/team/import`, and the same for users and keys. */
export const tableContractsOf = {
  team: tableContracts("team"),
  user: tableContracts("user"),
  key: tableContracts("key"),
};
