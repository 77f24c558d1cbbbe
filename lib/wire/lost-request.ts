import { z } from "zod";

/** A request that an administrator could no longer make after a change. */
export const lostRequest = z.object({
  method: z.string(),
  path: z.string(),
  because: z.string().describe("Why, in a sentence."),
});
export type LostRequest = z.output<typeof lostRequest>;

/** `error.details` of a refusal with `would_lock_out`. */
export interface LostRequests {
  readonly lost: readonly LostRequest[];
}
