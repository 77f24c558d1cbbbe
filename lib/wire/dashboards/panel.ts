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
  .refine(isStorableText, "must not contain NUL characters or lone surrogates");
const { start_date: _start, end_date: _end, ...filters } = callFilters;

const callPanel = z.strictObject({
  of: z.literal("calls"),
  title,
  measure: z.enum(CHART_MEASURES),
  by: z.enum(SERIES_DIVISIONS).optional().describe("As in `GET /spend/series`: a line for each of the largest"),
  search: text.optional().describe("With `by`: only those whose id or name has this part"),
  percentile: z.enum(PERCENTILES).optional().describe("With `by`: which one is drawn of a time; default: p95"),
  filter: z.strictObject(filters).default({}).describe("As in `GET /spend/series`, without a time"),
});

const refusalPanel = z.strictObject({
  of: z.literal("refusals"),
  title,
  filter: z
    .strictObject({
      code: text.optional(),
      kind: z.enum(PRINCIPAL_KINDS).optional(),
      principal: text.optional(),
      route: text.optional(),
      model: text.optional(),
    })
    .default({})
    .describe("As in `GET /auth/refusals/series`, without a time"),
});

/** A chart of a dashboard: of calls, or of refusals. */
export const panel = z.discriminatedUnion("of", [callPanel, refusalPanel]);
export type Panel = z.output<typeof panel>;
/** A chart as it is sent. */
export type GivenPanel = z.input<typeof panel>;
