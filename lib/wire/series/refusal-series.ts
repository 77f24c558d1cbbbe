import { z } from "zod";

const refusalPoint = z.object({
  at: z.iso.datetime().describe("When the step begins"),
  refusals: z.number().int(),
  by_code: z.record(z.string(), z.number().int()).describe("Codes without refusals are left out"),
});
export type RefusalPoint = z.infer<typeof refusalPoint>;

export const refusalSeriesSchema = z.object({
  data: z.array(refusalPoint).describe("Every step of the period in order, those without refusals too"),
  step: z.enum(["1h", "1d"]).describe("Hours for a week at most, or else days"),
  time_zone: z.string(),
});
export type RefusalSeries = z.infer<typeof refusalSeriesSchema>;
