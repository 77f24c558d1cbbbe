import { z } from "zod";

const record = z.record(z.string(), z.unknown());

/** `error.details` of 412 `changed_meanwhile` for a request with `If-Match`. */
export const changedMeanwhile = z.object({
  etag: z.string().describe("The version that is in force: send it to change or delete that one."),
  current: record.describe("What is in force, with the changes of others."),
  proposed: record.nullable().describe("What the refused request would have made of it; null: it would be deleted."),
});
export type ChangedMeanwhile = z.output<typeof changedMeanwhile>;
