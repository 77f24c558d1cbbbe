import { z } from "zod";
import { reach } from "../spend";
import type { SubjectName } from "../spend-filters";

/** The steps of a series, from the shortest on, with their seconds. Days are those of a time zone. */
export const SERIES_STEPS = { "1m": 60, "5m": 300, "15m": 900, "1h": 3_600, "1d": 86_400 } as const;
export type SeriesStep = keyof typeof SERIES_STEPS;
export const SERIES_STEP_NAMES = ["1m", "5m", "15m", "1h", "1d"] as const satisfies readonly SeriesStep[];

/** How many points a series has at most. */
export const MOST_POINTS = 750;

const ms = (says: string) => z.number().nullable().describe(`${says}, in milliseconds; null: there was none`);

/** What some calls were like. */
export const callFigures = {
  calls: z.number(),
  failed_calls: z.number(),
  spend: z.number().describe("What these calls cost, in dollars"),
  tokens: z.number().describe("Of prompts and completions"),
  p50_ms: ms("Half of the successful calls took at most this long"),
  p95_ms: ms("95 % of them took at most this long"),
  p99_ms: ms("99 % of them took at most this long"),
  first_token_p50_ms: ms("Half of the streams had their first content after at most this long"),
  first_token_p95_ms: ms("95 % of them had it after at most this long"),
  first_token_p99_ms: ms("99 % of them had it after at most this long"),
  tokens_per_second: z
    .number()
    .nullable()
    .describe("Completion tokens a second after the first one, the median of the successful calls; null: none had any"),
};
const pointSchema = z.object({ at: z.iso.datetime().describe("When the step begins"), ...callFigures });
export type SeriesPoint = z.infer<typeof pointSchema>;

/** What a series can be divided by. */
export const SERIES_DIVISIONS = [
  "team",
  "user",
  "key",
  "organization",
  "end_user",
  "requested_model",
] as const satisfies readonly SubjectName[];
export type SeriesDivision = (typeof SERIES_DIVISIONS)[number];

/** Into how many groups a series is divided at most. The rest is what is left of the whole. */
export const MOST_SERIES_GROUPS = 5;

const points = z.array(pointSchema).describe("Every step of the period in order, those without calls too");

const groupSchema = z.object({
  id: z.string().describe("The id of the group, such as that of a team"),
  name: z.string().nullable().describe("Its name, as it is now; null: it has none"),
  data: points,
  sampled: z
    .boolean()
    .describe("Whether there were too many of its calls to read all: its points are then those of a sample"),
});
export type SeriesGroup = z.infer<typeof groupSchema>;

export const seriesSchema = z.object({
  data: points,
  groups: z
    .array(groupSchema)
    .optional()
    .describe(`With \`by\`: the groups with the most calls, at most ${MOST_SERIES_GROUPS}, the largest first`),
  step: z.enum(SERIES_STEP_NAMES),
  time_zone: z.string(),
  sampled: z
    .boolean()
    .describe("Whether there were too many calls to read all: times and rates are then those of a sample"),
  counts: z
    .enum(["exact", "estimated"])
    .describe("Whether `calls`, `failed_calls`, `spend` and `tokens` count every call, or are drawn from the sample"),
  read: z.number().describe("The calls that were read; 0: figures alone answered"),
  of: z.number().describe("The calls of the period: where `sampled` is false, as many as were read or counted"),
  ...reach,
});
export type SpendSeries = z.infer<typeof seriesSchema>;
