import { z } from "zod";
import { byUnitColumn } from "@/lib/usage";
import { optionalPayerNames, PAYER_NAME_COLUMNS, payerNames } from "./payer-names";

/** The columns of a booked call, in the order in which they are shown. */
const callColumns = {
  call_id: z.string(),
  started_at: z.iso.datetime(),
  duration_ms: z.number(),
  upstream_ms: z.number().nullable(),
  status: z.enum(["success", "error", "cancelled", "interrupted"]),
  http_status: z.number().nullable(),
  route: z.string(),
  requested_model: z.string(),
  model: z.string(),
  provider: z.string(),
  deployment: z.string(),
  attempts: z.number().int().describe("The number of attempts; the last one went to `deployment`."),
  ...byUnitColumn(({ says }) => z.number().describe(says)),
  total_tokens: z.number(),
  usage_source: z.enum(["upstream", "estimated"]),
  spend: z.number().describe("Dollars"),
  price_state: z.enum(["priced", "unpriced", "free"]),
  price_version: z.string().nullable(),
  key_id: z.string().nullable(),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  end_user_id: z.string().nullable(),
  tags: z.array(z.string()),
  tried: z
    .array(
      z.object({
        deployment: z.string(),
        provider: z.string(),
        model: z.string(),
        failure: z.string().describe('The HTTP status, or "connection" or "timeout".'),
      }),
    )
    .describe("The failed attempts before `deployment`, in order."),
  team_organization_id: z
    .string()
    .nullable()
    .describe("The team's organisation, where the token named another: the call is charged to both."),
  request_id: z
    .string()
    .nullable()
    .describe("The `x-request-id` of the answer: the caller's own, or else the `call_id`; null: an older call"),
  upstream_request_id: z.string().nullable().describe("The upstream's own id of the last attempt"),
  trace_id: z.string().nullable().describe("Of the trace that the call is a part of"),
  decision_ms: z
    .number()
    .nullable()
    .describe("How long authenticating and deciding took before `started_at`, without the upload of the body"),
  first_token_ms: z
    .number()
    .nullable()
    .describe("From `started_at` to the first content of a stream; null: it was no stream, or nothing came"),
  issuer: z
    .string()
    .nullable()
    .describe(
      "Of the token that made the call, in the console of the log-in; null: a key or the master key made it, or the call is older",
    ),
};

/** One booked call. */
export const callLogSchema = z.object({ ...callColumns, ...payerNames });
export type CallLog = z.infer<typeof callLogSchema>;

/** The columns of `calls` that a booked call is read from, in the order in which they are shown. */
export const CALL_COLUMNS = z.object(callColumns).keyof().options;

/** The columns that were added to exports after those of the names of payers. */
const LATER_COLUMNS = [
  "team_organization_id",
  "request_id",
  "upstream_request_id",
  "trace_id",
  "decision_ms",
  "first_token_ms",
  "issuer",
] as const satisfies readonly (keyof typeof callColumns)[];
const IS_LATER: ReadonlySet<string> = new Set(LATER_COLUMNS);

/** The columns of an export. New ones come last, because spreadsheets refer to columns by position. */
export const EXPORT_COLUMNS = [
  ...CALL_COLUMNS.filter((column) => !IS_LATER.has(column)),
  ...PAYER_NAME_COLUMNS,
  ...LATER_COLUMNS,
] as const satisfies readonly (keyof CallLog)[];

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
