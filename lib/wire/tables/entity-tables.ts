import { z } from "zod";
import { limitInputs } from "../fields";
import { teamInputs } from "../team";
import { userInputs } from "../user";

/** What a cell of a table holds. Lists are separated by commas. */
export type CellType = "text" | "list" | "number" | "flag";

/** A column of the table of one kind of entity. */
export interface TableColumn {
  readonly name: string;
  readonly type: CellType;
  /** `shown`: an export has it, and an import ignores it. `new`: only rows that are created take it. */
  readonly of: "id" | "set" | "new" | "shown";
}

const set = (type: CellType, ...names: readonly string[]) => names.map((name) => ({ name, type, of: "set" as const }));
const shown = (type: CellType, ...names: readonly string[]) =>
  names.map((name) => ({ name, type, of: "shown" as const }));

/** The inputs that are one text, in their order; those of limits have places of their own. */
function texts(inputs: Readonly<Record<string, z.ZodType>>): readonly TableColumn[] {
  const isText = ([name, input]: [string, z.ZodType]): boolean =>
    !Object.hasOwn(limitInputs, name) && ["string", "literal"].includes(required(input)._zod.def.type);
  return set(
    "text",
    ...Object.entries(inputs)
      .filter(isText)
      .map(([name]) => name),
  );
}

/** An input as it is when it is given and not null. */
function required(input: z.core.$ZodType): z.core.$ZodType {
  return input instanceof z.ZodOptional || input instanceof z.ZodNullable ? required(input.unwrap()) : input;
}

const LIMITS = [
  ...set("number", "max_budget", "soft_budget"),
  ...set("text", "budget_duration"),
  ...set("number", "tpm_limit", "rpm_limit", "max_parallel_requests"),
];

/** The tables that can be exported and imported, each by the first segment of its paths. */
export const ENTITY_TABLES = {
  team: [
    { name: "team_id", type: "text", of: "id" },
    ...texts(teamInputs),
    ...set("list", "models"),
    ...set("flag", "blocked"),
    ...LIMITS,
    ...shown("number", "spend"),
    ...shown("text", "created_at"),
  ],
  user: [
    { name: "user_id", type: "text", of: "id" },
    ...texts(userInputs),
    ...set("list", "models"),
    ...set("flag", "blocked"),
    ...LIMITS,
    { name: "teams", type: "list", of: "new" },
    ...shown("number", "spend"),
    ...shown("text", "created_at"),
  ],
  key: [
    { name: "token_id", type: "text", of: "id" },
    ...set("text", "key_alias", "team_id", "user_id", "organization_id"),
    ...set("list", "models", "allowed_routes"),
    ...set("flag", "blocked"),
    ...LIMITS,
    { name: "duration", type: "text", of: "new" },
    ...shown("text", "key_name", "expires"),
    ...shown("number", "spend"),
    ...shown("text", "created_at"),
  ],
} as const satisfies Readonly<Record<string, readonly TableColumn[]>>;
export type TableKind = keyof typeof ENTITY_TABLES;

/** How many rows an import takes at once. */
export const MOST_IMPORTED = 500;

const cell = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

const importedRowSchema = z.object({
  line: z.number().int().describe("The number of the row in the file, with 1 for the names of the columns"),
  id: z.string().nullable().describe("Null: it is generated"),
  action: z.enum(["create", "update", "none", "refuse"]).describe("`none`: the row is as the file has it"),
  changes: z.array(z.object({ field: z.string(), before: cell, after: cell })),
  error: z.string().optional().describe("Why the row is refused"),
  key: z.string().optional().describe("The secret of a key that was generated, which is never shown again"),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

export const importReportSchema = z.object({
  dry_run: z.boolean(),
  applied: z.boolean().describe("False: nothing was changed, because it was a dry run or the plan refuses a row"),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  ignored_columns: z.array(z.string()).describe("Columns of an export that nobody can set"),
  rows: z.array(importedRowSchema),
});
export type ImportReport = z.infer<typeof importReportSchema>;
