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
import { MOST_SERIES_GROUPS, SERIES_DIVISIONS, SERIES_STEP_NAMES, seriesSchema } from "../series/spend-series";
import { summarySchema } from "../series/spend-summary";
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
        .describe("The number of the page. Default: 1, unless `after` is given"),
      after: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe("The `next` of an earlier answer with the same `sort` and `order`; you get the calls after it"),
      size: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(1000)
        .default(50)
        .describe("How many calls a page has at most"),
      count: flagInput.describe("Whether the answer has a `total`; absent: only without `after`"),
      sort: z.enum(CALL_SORTS).default("started_at").describe("The field that the list is sorted by"),
      order: z.enum(["asc", "desc"]).default("desc").describe("Whether the list ascends or descends"),
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
          `What to group by, separated by commas: some of ${DIMENSIONS.join(", ")}. They may include one payer, or team and user. Filters by other payers have no totals together with it: the gateway then adds up single calls, of ${MOST_DAYS_OF_CALLS} days at most`,
        ),
      start_date: day.optional().describe("The first day. Default: 29 days before the last"),
      end_date: day.optional().describe("The last day, which is included. Default: today"),
      time_zone: timeZone.default("UTC").describe("The time zone that defines days and hours, such as `Europe/Berlin`"),
      ...subjectFilters,
      model: text.optional().describe("Only calls of this model, by the upstream's name"),
      provider: text.optional().describe("Only calls of this provider"),
      rest: flagInput.describe(
        "Whether calls without the payer that you group by count too, as rows with an empty id and in the totals. Tags have no such rows, because a call counts under each of its tags. Absent: they do not count",
      ),
      largest: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(MOST_LARGEST)
        .optional()
        .describe(
          "How many groups to list if `group_by` has a time and something else, such as `day,team`: the largest of the whole range, plus one row with `others: true` for each time that has more",
        ),
      largest_by: z.enum(SPEND_MEASURES).default("spend").describe("The figure by which `largest` chooses"),
      format: z
        .enum(["json", "csv"])
        .default("json")
        .describe("The form of the answer. `csv` has only the groups, with exact amounts, for spreadsheets"),
      limit: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(MOST_GROUPS)
        .optional()
        .describe(
          `How many rows to answer at most. Default: 1000, or ${MOST_GROUPS} with \`largest\`. CSV has all rows by default, and fails if there are more than ${MOST_GROUPS}`,
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
        .describe("The time between two points. Default: the shortest that gives at most 170 points, or else a day"),
      time_zone: timeZone
        .default("UTC")
        .describe("The time zone that defines the days of `start_date`, `end_date` and the steps"),
      by: z
        .enum(SERIES_DIVISIONS)
        .optional()
        .describe(
          `What to divide the series by: \`groups\` then has a series for each of the ${MOST_SERIES_GROUPS} with the most calls. For administrators and viewers, with no other filters than \`model\` and \`provider\``,
        ),
      search: text.optional().describe("With `by`: only groups whose id or name has this part"),
      times: flagInput.describe(
        "`false`: durations, times to the first token and tokens a second are not needed, and may be null. Hours and days are then counted from figures, exactly and without reading calls. Default: true",
      ),
    }),
    output: seriesSchema,
  }),
  summary: defineContract({
    id: "spend.summary",
    method: "GET",
    path: "/spend/summary",
    family: "spend_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Sum up the calls of a period, of all deployments together or of each: calls, spend, failures, durations, times to the first token and tokens a second",
    input: z.strictObject({
      start_date: periodInputs.start_date.describe(
        "The first day or instant, which is included. Default: a day before the end",
      ),
      end_date: periodInputs.end_date.describe(
        "The last day, which is included, or the instant before which calls count. Default: now",
      ),
      time_zone: timeZone.default("UTC").describe("The time zone that defines the days of `start_date` and `end_date`"),
      by: z
        .enum(["deployment"])
        .optional()
        .describe("`deployment`: one row for each deployment. Absent: one for all calls together"),
    }),
    output: summarySchema,
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
        .describe(
          "The model, as callers name it, or with `provider` as the upstream names it. Default: the model of the answer or the request",
        ),
      provider: text.optional().describe("The provider of the model"),
      at: instant.optional().describe("The time whose prices count. Default: now"),
      ...byUnitColumn(({ says }) => count.describe(says)),
      completion_response: z
        .looseObject({})
        .optional()
        .describe("A whole answer, of which the model and the usage count"),
      request: z
        .looseObject({})
        .optional()
        .describe("A whole request, of which the model and an estimate of the prompt count"),
      messages: z.array(z.unknown()).optional().describe("The messages of a prompt, whose tokens are estimated"),
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
      "Export the booked calls that match the filters, oldest first, as CSV or as JSON lines, with exact amounts and the names of who pays; callers who are not administrators get their own",
    input: z.strictObject({
      format: z.enum(["csv", "jsonl"]).default("csv").describe("The form of the export"),
      time_zone: timeZone
        .default("UTC")
        .describe(
          "The time zone that defines the days of `start_date` and `end_date`; times in the export stay in UTC",
        ),
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
      call_id: entityId.describe("The id of the call, or the `x-gateway-decision-id` of a refused one"),
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
      .strictObject({
        call_id: subject.describe("The id of one call"),
        key_id: subject.describe("The key whose calls to clear, by its `token_id`"),
        team_id: subject.describe("The team whose calls to clear"),
        user_id: subject.describe("The user whose calls to clear"),
        end_user_id: subject.describe("The end user whose calls to clear"),
      })
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
      model: text.optional().describe("Only calls of this model, by the upstream's name or a pattern with `*`"),
      provider: text.optional().describe("Only calls of this provider"),
      unpriced_only: z.boolean().default(true).describe("Whether to price only calls that have no price yet"),
      dry_run: z.boolean().default(false).describe("Says what would change, and changes nothing"),
      continue_from: z.string().max(2_000).nullish().describe("The `continue_from` of the answer before, to go on"),
    }),
    output: repriceReportSchema,
  }),
};
