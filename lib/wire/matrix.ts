import { z } from "zod";
import { cursorOutputs } from "./fields";

export const ROW_KINDS = ["role", "scope", "team", "user", "key"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

const column = z.object({
  kind: z.enum(["model", "mcp_server", "family"]),
  name: z.string().describe("A `*` in a model name stands for every name that matches."),
  route: z.string().describe("The route that stands for the column."),
});
const cell = z.object({
  allow: z.boolean(),
  rule: z.string(),
  spec: z.string(),
  code: z.string().nullable(),
  because: z.string(),
});
const row = z.object({
  kind: z.enum(ROW_KINDS),
  name: z.string().describe("The alias of a team or key, the e-mail address of a user, else the id."),
  id: z.string().nullable(),
  assuming: z.string(),
  cells: z.array(cell).describe("In the order of the columns."),
});

const change = row.pick({ kind: true, name: true, id: true }).extend({
  column: column.pick({ kind: true, name: true }),
  before: cell.describe("Under the settings in force."),
  after: cell.describe("Under the draft."),
});

/** The answer of `POST /auth/matrix/changes`: the cells that a draft decides differently. */
export const matrixChanges = z.object({
  lost: z
    .array(change)
    .describe("Allowed now and refused by the draft, of whole rows; at most 200 or those of one row."),
  lost_total: z.number().describe("Of all rows that were compared"),
  gained: z
    .array(change)
    .describe("Refused now and allowed by the draft, of the same rows; at most 200 or those of one row."),
  gained_total: z.number().describe("Of all rows that were compared"),
  rows: z.number().describe("The rows that were compared."),
  rows_total: z.number().describe("The rows on all pages"),
  next: cursorOutputs.next,
});
export type MatrixChanges = z.output<typeof matrixChanges>;
export type MatrixChange = MatrixChanges["lost"][number];

/** The answer of `POST /auth/matrix/calls`: how many calls used what the matrix allows. */
export const matrixCalls = z.object({
  since: z.string().describe("The first UTC day that is counted, as in `2026-06-15`."),
  days: z.number().int().describe("UTC days from then on, today included."),
  kept_days: z.number().int().describe("For how many days decisions are recorded (`decision_retention_days`)."),
  truncated: z.boolean().describe("Whether the rarest kinds of request are left out."),
  data: z
    .array(
      z.object({
        kind: z.enum(ROW_KINDS),
        id: z.string(),
        count: z.number().describe("Of all its calls, whatever they asked for."),
        calls: z
          .array(
            z.object({
              column: column.pick({ kind: true, name: true }),
              count: z.number().describe("In all days. A call counts with every role and scope of its token."),
              last_day: z.string(),
            }),
          )
          .describe("Columns without calls are left out."),
      }),
    )
    .describe("In the order of the rows that were asked about."),
});
export type MatrixCalls = z.output<typeof matrixCalls>;

/** The answer of `GET /auth/matrix`: who may use what, and the rule that decides it. */
export const accessMatrix = z.object({
  columns: z.array(column),
  columns_total: z.number(),
  data: z.array(row),
  total: z.number(),
  ...cursorOutputs,
});
export type AccessMatrix = z.output<typeof accessMatrix>;
export type MatrixColumn = AccessMatrix["columns"][number];
export type MatrixRow = AccessMatrix["data"][number];
export type MatrixCell = MatrixRow["cells"][number];
