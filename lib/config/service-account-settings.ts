import { z } from "zod";

const text = z.string().trim().min(1);

/** A claim that distinguishes tokens of service accounts from people's. */
export const serviceAccountMarker = z.strictObject({
  claim: text.describe("The claim to check. It must be one that no user can edit."),
  value: text
    .optional()
    .describe("What the claim must be; `*` matches any run of characters. Unset, and `same_as` unset: any value."),
  same_as: text.optional().describe("Another claim, whose value the claim must have."),
});
export type ServiceAccountMarker = z.infer<typeof serviceAccountMarker>;
