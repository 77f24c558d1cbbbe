import { z } from "zod";
import { CHANGE_SHAPES } from "@/lib/auth/changes/change";
import { CLAIM_FIELDS } from "@/lib/auth/claims/identity-claims";

/** Where a limit on rates or on parallel calls stands. */
export const limitPlace = z.object({
  holder: z.enum(["key", "user", "member", "team", "organization", "end_user", "model"]),
  id: z.string().describe("Of the holder; a member's has the team's id before it, a model's is its `model_name`."),
  limit: z.enum(["rpm_limit", "tpm_limit", "max_parallel_requests"]),
  model: z.string().nullable().describe("The model or pattern that the limit is for; null: every model."),
});

/** A change that would help to allow a refused request. */
const change = z.discriminatedUnion("kind", [
  ...CHANGE_SHAPES,
  limitPlace.pick({ holder: true, id: true }).extend({
    kind: z.literal("raise-budget"),
    needed: z.number().describe("Dollars: what is spent and held, with the cost of the call."),
  }),
  limitPlace.extend({
    kind: z.literal("raise-limit"),
    needed: z.number().describe("What one more call would need: requests or tokens a minute, or parallel calls."),
  }),
  z.object({
    kind: z.literal("set-claim"),
    setting: z.enum(CLAIM_FIELDS),
    line: z.string().describe("The line of configuration that reads the claim."),
  }),
  z.object({ kind: z.literal("other") }).describe("Only its description says what it is."),
]);

export type RemedyChange = z.output<typeof change>;

/** A change as `nearest_miss` answers it, in words too. */
export const describedChange = change.and(z.object({ description: z.string() }));
export type DescribedChange = z.output<typeof describedChange>;
