import { z } from "zod";
import { PRINCIPAL_KINDS } from "@/lib/refusal";
import { isStorableText } from "@/lib/storable-text";
import { SERIES_DIVISIONS } from "../series/spend-series";
import { callFilters } from "../spend-filters";
import { CHART_MEASURES, PERCENTILES } from "./measures";

const text = z.string().min(1).max(512);
/** A name that people give. */
export const title = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(isStorableText, "must not contain NUL characters or lone surrogates")
  .describe("The name that people see");
const { start_date: _start, end_date: _end, ...filters } = callFilters;

const callPanel = z.strictObject({
  of: z.literal("calls").describe("What the chart is drawn of: calls that reached a model or a tool"),
  title,
  measure: z.enum(CHART_MEASURES).describe("What is drawn of the calls"),
  by: z
    .enum(SERIES_DIVISIONS)
    .optional()
    .describe("What to divide the chart by: it has a line for each of the five with the most calls"),
  search: text.optional().describe("With `by`: only groups whose id or name has this part"),
  percentile: z.enum(PERCENTILES).optional().describe("With `by`: which one is drawn of a time; default: p95"),
  filter: z
    .strictObject(filters)
    .default({})
    .describe("Which calls are drawn: the filters of `GET /spend/series` without a time"),
});

const refusalPanel = z.strictObject({
  of: z.literal("refusals").describe("What the chart is drawn of: refused requests, by code"),
  title,
  filter: z
    .strictObject({
      code: text.optional().describe("Only refusals with this code"),
      kind: z.enum(PRINCIPAL_KINDS).optional().describe("Only refusals of principals of this kind"),
      principal: text.optional().describe("Only refusals of this key, user, team or other principal, by its id"),
      route: text.optional().describe("Only refusals of this route"),
      model: text.optional().describe("Only refusals of this model, as it was asked for"),
    })
    .default({})
    .describe("Which refusals are drawn: the filters of `GET /auth/refusals/series` without a time"),
});

/** A chart of a dashboard: of calls, or of refusals. */
export const panel = z.discriminatedUnion("of", [callPanel, refusalPanel]);
export type Panel = z.output<typeof panel>;
/** A chart as it is sent. */
export type GivenPanel = z.input<typeof panel>;
