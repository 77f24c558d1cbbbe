import { z } from "zod";
import { defineContract } from "../contract";

const file = z.object({ name: z.string(), bytes: z.number().int(), modified_at: z.string() });
export type JournalFileView = z.output<typeof file>;

const journalView = z.object({
  node: z
    .string()
    .describe("Each process has its own journal; the counts are this one's, the files all of its data folder's."),
  fault: z.string().nullable().describe("Why the journal accepts no calls, if it does not."),
  open: z.number().int().describe("Calls that have begun and not ended."),
  waiting: z.number().int().describe("Finished calls on their way into the database."),
  spilled_segments: z
    .number()
    .int()
    .describe("Segments whose finished calls are only on disk, and will be read again from there."),
  in_memory_alone: z.number().int().describe("Finished calls that could not be written to disk."),
  bytes: z.number().int(),
  maximum_bytes: z.number().int().nullable(),
  segments: z.array(file),
  last_recovery: z
    .object({
      at: z.string(),
      processes: z.number(),
      booked: z.number(),
      interrupted: z.number(),
      rejected: z.number(),
      damaged: z.number(),
    })
    .nullable()
    .describe(
      "The result of the last recovery that found anything. Its counts leave out calls that were already in the database.",
    ),
  set_aside: z
    .array(file)
    .describe("Lines that could not be read (.damaged) and rows that the database refused (.rejected.jsonl)."),
});
export type JournalView = z.output<typeof journalView>;

/** `GET /spend/journal`: the records that have not reached the database yet, and those that never will. */
export const journalContract = defineContract({
  id: "spend.journal",
  method: "GET",
  path: "/spend/journal",
  family: "spend_routes",
  access: "administrators",
  effect: "reads",
  summary: "Show what the spend journal holds: open, waiting, recovered and set aside",
  input: z.strictObject({}),
  output: journalView,
});
