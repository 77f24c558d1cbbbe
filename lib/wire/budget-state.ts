import { z } from "zod";

/** The state of a budget in its present window, as `/team/info` and the like show it. */
export const budgetState = z
  .object({
    spent: z.number().describe("Dollars spent in it"),
    starts_at: z.string().nullable().describe("Null: it is for all time"),
    resets_at: z.string().nullable().describe("Null: it does not reset"),
    soft_exceeded: z.boolean().describe("Calls are answered with a warning"),
  })
  .nullable()
  .describe("Null: there is no budget");
export type BudgetState = z.output<typeof budgetState>;
