import { z } from "zod";
import { STORED_COLUMNS, type StoredColumn } from "@/lib/calls/columns";
import { optionalPayerNames, PAYER_NAME_COLUMNS, payerNames } from "./payer-names";

const attempts = z.array(
  z.object({
    deployment: z.string(),
    provider: z.string(),
    model: z.string(),
    failure: z.string().describe('The HTTP status, or "connection" or "timeout".'),
  }),
);
const SCHEMAS = {
  text: z.string(),
  time: z.iso.datetime(),
  ms: z.number(),
  number: z.number(),
  unit: z.number(),
  dollars: z.number(),
  count: z.number().int(),
  names: z.array(z.string()),
  tried: attempts,
};

/** A value of a column in the API. */
export type ValueOf<Column extends StoredColumn> = Column extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : z.infer<(typeof SCHEMAS)[Exclude<Column["type"], "choice">]>;
type WireValue<Column extends StoredColumn> = Column extends { readonly usual: "null" } | { readonly mayLack: true }
  ? ValueOf<Column> | null
  : ValueOf<Column>;

function schemaOf({ type, choices = [], usual, mayLack, says }: (typeof STORED_COLUMNS)[number]): z.ZodType {
  const value = type === "choice" || type === "flag" ? z.enum(choices) : SCHEMAS[type];
  const schema: z.ZodType = usual === "null" || mayLack === true ? value.nullable() : value;
  return says === undefined ? schema : schema.describe(says);
}

/** The columns of a booked call, in the order in which they are shown. */
const callColumns = Object.fromEntries(STORED_COLUMNS.map((column) => [column.name, schemaOf(column)])) as {
  [Column in StoredColumn as Column["name"]]: z.ZodType<WireValue<Column>>;
};

/** One booked call. */
export const callLogSchema = z.object({ ...callColumns, ...payerNames });
export type CallLog = z.infer<typeof callLogSchema>;

/** The columns of an export. New ones come last, because spreadsheets refer to columns by position. */
export const EXPORT_COLUMNS: readonly (keyof CallLog)[] = [
  ...STORED_COLUMNS.filter(({ exportedLast }) => exportedLast !== true).map(({ name }) => name),
  ...PAYER_NAME_COLUMNS,
  ...STORED_COLUMNS.filter(({ exportedLast }) => exportedLast === true).map(({ name }) => name),
];

/** The columns that calls can be sorted by. */
export const CALL_SORTS = ["started_at", "spend", "total_tokens", "duration_ms"] as const;

export const sums = {
  spend: z.number().describe("Dollars"),
  calls: z.number(),
  failed_calls: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  unpriced_calls: z.number(),
};
const sumsSchema = z.object(sums);
export type SpendSums = z.infer<typeof sumsSchema>;

/** What spend is measured in. Tokens are those of prompts and completions. */
export const SPEND_MEASURES = ["spend", "calls", "tokens"] as const;
export type SpendMeasure = (typeof SPEND_MEASURES)[number];

/** How far an answer about spend reaches. */
export const reach = {
  as_of: z.iso
    .datetime()
    .optional()
    .describe("When the last call was booked that this answer can contain; absent: it has every booked call"),
  note: z.string().optional().describe("What this answer lacks, or how it differs from the question; absent: nothing"),
};

export const reportSchema = z.object({
  data: z.array(
    z.object({
      day: z.string().optional(),
      hour: z.string().optional().describe("When it begins, with the offset of the time zone"),
      team_id: z.string().optional(),
      user_id: z.string().optional(),
      key_id: z.string().optional(),
      organization_id: z.string().optional(),
      end_user_id: z.string().optional(),
      tag: z.string().optional(),
      requested_model: z.string().optional(),
      issuer: z.string().optional(),
      mcp_server: z.string().optional(),
      model: z.string().optional(),
      provider: z.string().optional(),
      ...optionalPayerNames,
      others: z
        .literal(true)
        .optional()
        .describe("Only with `largest`: all groups that are not among the largest, in one row, which has no ids"),
      ...sums,
    }),
  ),
  totals: sumsSchema,
  truncated: z.boolean().describe("Whether there are more groups than `limit`; the totals include all of them"),
  time_zone: z.string().describe("The zone of the days: the one asked for, unless `note` says why not"),
  ...reach,
});
export type SpendReport = z.infer<typeof reportSchema>;

export const globalSpendSchema = z.object({
  spend: z.number(),
  calls: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  unpriced_calls: z.number(),
  by_day: z.array(z.object({ day: z.string(), ...sums })),
  ...reach,
});
export type GlobalSpend = z.infer<typeof globalSpendSchema>;

export const repriceReportSchema = z.object({
  dry_run: z.boolean(),
  calls: z.number().describe("Calls that were checked"),
  repriced: z.number().describe("Calls whose price changed or, with dry_run, would change"),
  unpriced: z.number().describe("Calls that still have no price"),
  spend_before: z.number().describe("Dollars, for the calls that changed"),
  spend_after: z.number().describe("Dollars, for the calls that changed"),
  complete: z.boolean(),
  continue_from: z
    .string()
    .nullable()
    .describe("Set if time ran out before all calls were checked: send it to continue"),
  reprice_id: z.string().describe("The entity_id of the audit event"),
});
export type RepriceReport = z.infer<typeof repriceReportSchema>;

export const calculationSchema = z.object({
  model: z.string(),
  provider: z.string(),
  upstream_model: z.string(),
  cost: z.number().describe("Dollars"),
  price_state: z.enum(["priced", "unpriced", "free"]),
  price_version: z.string().nullable(),
  usage_source: z.enum(["given", "estimated"]),
  breakdown: z.array(
    z.object({
      kind: z.string(),
      units: z.number(),
      charged_as: z.string().nullable().describe("The kind whose price applies; null: no price is known"),
      unit_cost: z.number().describe("Dollars"),
      cost: z.number().describe("Dollars"),
    }),
  ),
});
export type Calculation = z.infer<typeof calculationSchema>;
