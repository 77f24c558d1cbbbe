import { z } from "zod";
import { byUnitColumn } from "@/lib/usage";
import { parseDay } from "@/lib/time/period";
import { defineContract } from "../contract";
import { callContent } from "../content";
import { entityId, flagInput } from "../fields";
import { instant } from "../price";
import {
  calculationSchema,
  CALL_SORTS,
  callLogSchema,
  globalSpendSchema,
  reach,
  repriceReportSchema,
  reportSchema,
  SPEND_MEASURES,
} from "../spend";
import { DIMENSIONS, groupBy } from "../spend-dimensions";
import { seriesSchema, SERIES_STEP_NAMES } from "../series/spend-series";
import { callFilters, periodInputs, subjectFilters, timeZone } from "../spend-filters";

/** How many groups a report has at most. */
export const MOST_GROUPS = 10_000;
/** The most days that a report adds up from single calls, where no totals are kept of what it asks for. */
export const MOST_DAYS_OF_CALLS = 31;
/** How many groups `largest` may ask for. */
const MOST_LARGEST = 100;

const text = z.string().min(1).max(512);
const day = z.string().transform((value, context) => {
  const midnight = parseDay(value);
  if (midnight !== undefined) return midnight;
  context.issues.push({ code: "custom", message: "expected a day such as 2026-11-21", input: value });
  return z.NEVER;
});

const count = z.number().int().nonnegative().max(1_000_000_000).optional();

/** What the content of calls can be deleted by. */
export const CONTENT_SUBJECTS = ["call_id", "key_id", "team_id", "user_id", "end_user_id"] as const;
const subject = entityId.optional();

/** `/spend/*` and `/global/spend`. */
export const spendContracts = {
  logs: defineContract({
    id: "spend.logs",
    method: "GET",
    path: "/spend/logs",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "List booked calls, newest first unless sorted otherwise; callers who are not administrators see their own",
    input: z.strictObject({
      page: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe("Default: 1, unless `after` is given"),
      after: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe("The `next` of an answer with the same `sort` and `order`: the calls behind it"),
      size: z.coerce.number<number | string>().int().min(1).max(1000).default(50),
      count: flagInput.describe("Whether `total` is counted; default: true with `page`, false with `after`"),
      sort: z.enum(CALL_SORTS).default("started_at"),
      order: z.enum(["asc", "desc"]).default("desc"),
      ...callFilters,
    }),
    output: z.object({
      data: z.array(callLogSchema),
      total: z
        .number()
        .nullable()
        .describe("The calls on all pages, at most 20000 where no figures count them; null: not counted"),
      total_is_exact: z.boolean().describe("False: there are more calls than `total`, or they were not counted"),
      page: z.number().nullable().describe("Null: the page begins behind `after`"),
      size: z.number(),
      next: z.string().nullable().describe("Send it as `after` for the next page; null: this is the last one"),
      ...reach,
    }),
  }),
  report: defineContract({
    id: "spend.report",
    method: "GET",
    path: "/spend/report",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "Sum up spend by day, hour, payer, tag, model and provider, with the names of who pays. Both ends are included",
    input: z.strictObject({
      group_by: groupBy
        .default(["day"])
        .describe(
          `Some of ${DIMENSIONS.join(", ")}, separated by commas, with one payer or team and user; default: day. With filters by other payers, of which no totals are kept together, at most ${MOST_DAYS_OF_CALLS} days are added up from single calls`,
        ),
      start_date: day.optional().describe("Default: 29 days before the end"),
      end_date: day.optional().describe("Default: today"),
      time_zone: timeZone
        .default("UTC")
        .describe("Whose days and hours: the name of a time zone such as Europe/Berlin; default: UTC"),
      ...subjectFilters,
      model: text.optional(),
      provider: text.optional(),
      rest: flagInput.describe(
        "Whether calls without the payer that is grouped by are rows too, with an empty id, and in the totals; tags have none, because a call counts under each of its tags. Default: false",
      ),
      largest: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(MOST_LARGEST)
        .optional()
        .describe(
          "With `group_by` of a time and something else, such as day,team: only this many groups, the largest of the whole range, plus one row with `others: true` for each time that has more",
        ),
      largest_by: z.enum(SPEND_MEASURES).default("spend").describe("What `largest` sorts by; default: spend"),
      format: z
        .enum(["json", "csv"])
        .default("json")
        .describe("`csv`: only the groups, for spreadsheets, with exact amounts"),
      limit: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(MOST_GROUPS)
        .optional()
        .describe(
          `The most rows; default: 1000, with largest ${MOST_GROUPS}, as CSV all of them, which fails where there are more than ${MOST_GROUPS}`,
        ),
    }),
    output: reportSchema,
  }),
  series: defineContract({
    id: "spend.series",
    method: "GET",
    path: "/spend/series",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "Show calls, spend, failures, durations, times to the first token and tokens a second over time; callers who are not administrators see their own",
    input: z.strictObject({
      ...callFilters,
      step: z
        .enum(SERIES_STEP_NAMES)
        .optional()
        .describe("Default: the shortest with which the period has at most 170 points, or else a day"),
      time_zone: timeZone.default("UTC").describe("Whose days start_date, end_date and the steps are; default: UTC"),
    }),
    output: seriesSchema,
  }),
  global: defineContract({
    id: "spend.global",
    method: "GET",
    path: "/global/spend",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "Show what has been spent in all, and on each of the last 30 UTC days; callers who are not administrators see their own",
    input: z.strictObject({}),
    output: globalSpendSchema,
  }),
  calculate: defineContract({
    id: "spend.calculate",
    method: "POST",
    path: "/spend/calculate",
    family: "spend_routes",
    access: "anyone",
    effect: "reads",
    summary:
      "Calculate what a call costs, line by line: by counts of tokens and other units, by a whole answer, or by a request as an estimate",
    input: z.strictObject({
      model: text
        .optional()
        .describe("As callers name it; with `provider`: as the upstream does. Default: the answer's or the request's"),
      provider: text.optional(),
      at: instant.optional().describe("Default: now"),
      ...byUnitColumn(() => count),
      completion_response: z.looseObject({}).optional().describe("A whole answer: its model and its usage"),
      request: z.looseObject({}).optional().describe("A whole request: its model, and its prompt as an estimate"),
      messages: z.array(z.unknown()).optional().describe("A prompt, which is estimated"),
    }),
    output: calculationSchema,
  }),
  export: defineContract({
    id: "spend.export",
    method: "GET",
    path: "/spend/export",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "Export the booked calls that the filters take, oldest first, as CSV or as JSON lines with exact amounts, with the names of who pays; callers who are not administrators get their own",
    input: z.strictObject({
      format: z.enum(["csv", "jsonl"]).default("csv"),
      time_zone: timeZone
        .default("UTC")
        .describe("Whose days start_date and end_date are; times in the export stay UTC"),
      ...callFilters,
    }),
    output: z.string(),
  }),
  content: defineContract({
    id: "spend.content",
    method: "GET",
    path: "/spend/logs/content",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "Show the prompt and the answer of a call whose team or key keeps them. It needs a separate right, in addition to the one to see the call, and each look is audited",
    input: z.strictObject({
      call_id: entityId.describe("Of a call, or the `x-gateway-decision-id` of a refused one"),
    }),
    output: callContent,
  }),
  eraseContent: defineContract({
    id: "spend.content.erase",
    method: "POST",
    path: "/spend/logs/content/delete",
    family: "spend_routes",
    access: "administrators",
    effect: "writes",
    summary: "Delete prompts and answers of one call, or of all calls of a key, a team, a user or an end user",
    input: z
      .strictObject({ call_id: subject, key_id: subject, team_id: subject, user_id: subject, end_user_id: subject })
      .refine(
        (given) => CONTENT_SUBJECTS.filter((name) => given[name] !== undefined).length === 1,
        `must have one of ${CONTENT_SUBJECTS.join(", ")}`,
      ),
    output: z.object({ deleted: z.number().describe("How many calls' content was deleted") }),
  }),
  reprice: defineContract({
    id: "spend.reprice",
    method: "POST",
    path: "/spend/reprice",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Price booked calls again, by the prices in force at their own time: those without a price, or all. Where `complete` is false, send `continue_from` to go on",
    input: z.strictObject({
      ...periodInputs,
      model: text.optional().describe("The upstream's name, or a pattern with `*`"),
      provider: text.optional(),
      unpriced_only: z.boolean().default(true).describe("Only calls that have no price yet"),
      dry_run: z.boolean().default(false).describe("Says only what would change"),
      continue_from: z.string().max(2_000).nullish(),
    }),
    output: repriceReportSchema,
  }),
};
