import { z } from "zod";

const refusalPoint = z.object({
  at: z.iso.datetime().describe("When the step begins"),
  refusals: z.number().int().describe("How many requests were refused in the step"),
  by_code: z
    .record(z.string(), z.number().int())
    .describe("The refusals of the step by the code of the error; codes without any are left out"),
});

export const refusalSeriesSchema = z.object({
  data: z.array(refusalPoint).describe("Every step of the period in order, those without refusals too"),
  step: z.enum(["1h", "1d"]).describe("The time between two points: an hour for about a week, or else a day"),
  time_zone: z.string().describe("The time zone that defines the days of the steps"),
});
export type RefusalSeries = z.infer<typeof refusalSeriesSchema>;
