import { z } from "zod";

export const ROW_KINDS = ["role", "scope", "team", "user", "key"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

const column = z.object({
  kind: z.enum(["model", "family"]),
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
  name: z.string(),
  id: z.string().nullable(),
  assuming: z.string(),
  cells: z.array(cell).describe("In the order of the columns."),
});

/** The answer of `GET /auth/matrix`: who may use what, and the rule that decides it. */
export const accessMatrix = z.object({
  columns: z.array(column),
  columns_total: z.number(),
  data: z.array(row),
  total: z.number(),
  page: z.number(),
  size: z.number(),
});
export type AccessMatrix = z.output<typeof accessMatrix>;
export type MatrixColumn = AccessMatrix["columns"][number];
export type MatrixRow = AccessMatrix["data"][number];
export type MatrixCell = MatrixRow["cells"][number];
