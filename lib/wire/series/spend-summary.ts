import { z } from "zod";
import { reach } from "../spend";
import { callFigures } from "./spend-series";

const row = z.object({
  deployment: z
    .string()
    .nullable()
    .describe("The id of the deployment that answered last; null: these are the calls of all of them"),
  ...callFigures,
  read: z
    .number()
    .describe("How many of these calls were read: where these are fewer than `calls`, the figures are estimates"),
});
/** The figures of the calls of one deployment, or of all of them. */
export type SummaryRow = z.infer<typeof row>;

export const summarySchema = z.object({
  data: z
    .array(row)
    .describe("One row for all calls, or with `by` one for each deployment with calls, the one with the most first"),
  start_date: z.iso.datetime().describe("When the period begins"),
  end_date: z.iso.datetime().describe("When it ends; calls that began then do not count"),
  sampled: z.boolean().describe("Whether there were too many calls to read all of them"),
  read: z.number().describe("The calls that were read"),
  of: z.number().describe("The calls of the period: where `sampled` is true, an estimate"),
  ...reach,
});
export type SpendSummary = z.infer<typeof summarySchema>;
