import { z } from "zod";
import { readJournalFolder, type JournalFile } from "@/lib/spend/io/journal-folder";
import { json } from "@/lib/doors/contract";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";

const file = z.object({ name: z.string(), bytes: z.number().int(), modified_at: z.string() });

const journalView = z.object({
  node: z
    .string()
    .describe("Each process has a journal of its own; the counts are this one's, the files all of its data folder's."),
  fault: z.string().nullable().describe("Why it takes no calls, if it does not."),
  open: z.number().int().describe("Calls that have begun and not ended."),
  waiting: z.number().int().describe("Finished calls on their way into the database."),
  spilled_segments: z
    .number()
    .int()
    .describe("Segments whose finished calls are only on disk, and will be read again from there."),
  in_memory_alone: z.number().int().describe("Finished calls that the disk did not take."),
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
      "What the last recovery found that found anything; calls that were in the database already are in none of its counts.",
    ),
  set_aside: z
    .array(file)
    .describe("Lines that could not be read (.damaged) and rows that the database refused (.rejected.jsonl)."),
});

/** `GET /spend/journal`: what has not reached the database, and what never will. */
export const journalOperation: Operation = defineOperation({
  id: "spend.journal",
  method: "GET",
  path: "/spend/journal",
  family: "spend_routes",
  summary: "Shows what the spend journal holds: open, waiting, recovered and set aside.",
  input: z.strictObject({}),
  output: journalView,
  async handle({ services, caller }) {
    requireAdmin(caller);
    const { environment, spend, changes } = services;
    const { state, fault } = spend;
    // A folder that cannot be read is a fault that the journal has found too.
    const folder = await readJournalFolder(journalFolder(environment)).catch(() => ({
      segments: [],
      setAside: [],
      lastRecovery: undefined,
    }));
    return json({
      node: changes.node,
      fault: fault ?? null,
      open: state.open,
      waiting: state.waiting,
      spilled_segments: state.spilledSegments,
      in_memory_alone: state.inMemoryAlone,
      bytes: state.bytes,
      maximum_bytes: Number.isFinite(state.maximumBytes) ? state.maximumBytes : null,
      segments: folder.segments.map(fileView),
      last_recovery: folder.lastRecovery ?? null,
      set_aside: folder.setAside.map(fileView),
    } satisfies z.output<typeof journalView>);
  },
});

function fileView({ name, bytes, modifiedAt }: JournalFile): z.output<typeof file> {
  return { name, bytes, modified_at: modifiedAt.toISOString() };
}
