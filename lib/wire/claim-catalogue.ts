import { z } from "zod";
import { NAMED_KINDS } from "@/lib/auth/claims/claim-sightings";
import { CLAIM_TYPES } from "@/lib/auth/claims/claim-types";
import { CLAIM_FIELDS } from "@/lib/auth/claims/identity-claims";

const seenClaim = z.object({
  path: z.string().describe("As a claim field names it."),
  tokens: z.number().int().describe("In how many of the tokens it was."),
  types: z.array(z.enum(CLAIM_TYPES)).describe("Its types, the most frequent first."),
  shapes: z
    .array(z.string())
    .describe("What its values look like, such as `uuid`, `string(12)` or `list of string`. At most five."),
  ids: z
    .array(z.object({ kind: z.enum(NAMED_KINDS), id: z.string() }))
    .describe("Which teams, users, organisations, end users and mapped roles and scopes its values name. At most 20."),
  read_by: z.array(z.enum(CLAIM_FIELDS)).describe("The claim fields whose paths name it."),
});

/**
 * The answer of `GET /auth/claims`. The only values of claims in it are ids and names that this gateway itself knows.
 */
export const seenClaims = z.object({
  hours: z.number().int().describe("How far back the tokens go."),
  issuers: z.array(
    z.object({
      issuer: z.string().nullable().describe("Null: every issuer without an entry in `issuers`."),
      tokens: z.number().int().describe("How many tokens were looked at: each once, and of many only some."),
      claims: z.array(seenClaim),
    }),
  ),
});
export type SeenClaims = z.output<typeof seenClaims>;
