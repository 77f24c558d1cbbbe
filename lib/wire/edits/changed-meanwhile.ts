import { z } from "zod";

const record = z.record(z.string(), z.unknown());

/** `error.details` of 412 `changed_meanwhile` for a request with `If-Match`. */
export const changedMeanwhile = z.object({
  etag: z.string().describe("The version that is in force: send it to change or delete that one."),
  current: record.describe("What is in force, with the changes of others."),
  proposed: record.nullable().describe("What the refused request would have made of it; null: it would be deleted."),
});
export type ChangedMeanwhile = z.output<typeof changedMeanwhile>;

const refusal = z.object({ error: z.object({ code: z.literal("changed_meanwhile"), details: changedMeanwhile }) });

/** Both versions from the body of a refusal with `changed_meanwhile`; undefined for every other body. */
export function bothVersions(body: unknown): ChangedMeanwhile | undefined {
  return refusal.safeParse(body).data?.error.details;
}
