import { z } from "zod";

/** A request that an administrator could no longer make after a change. */
export const lostRequest = z.object({
  method: z.string(),
  path: z.string(),
  because: z.string().describe("Why, in a sentence."),
});
export type LostRequest = z.output<typeof lostRequest>;

const refusal = z.object({
  error: z.object({ code: z.literal("would_lock_out"), details: z.object({ lost: z.array(lostRequest) }) }),
});

/** The requests that the body of a refusal with `would_lock_out` lists; none for any other body. */
export function lockOutRefusal(body: unknown): readonly LostRequest[] {
  const parsed = refusal.safeParse(body);
  return parsed.success ? parsed.data.error.details.lost : [];
}
