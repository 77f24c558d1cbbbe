import { journalFolder, readJournalFolder, type JournalFile } from "@/lib/spend/io/journal-folder";
import { journalContract, type JournalFileView } from "@/lib/wire/contracts/journal";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";

/** `GET /spend/journal`: the records that have not reached the database yet, and those that were set aside. */
export const journalOperation: CallerOperation = defineOperation(journalContract, async ({ services }) => {
  const { environment, spend, changes } = services;
  const { state, fault } = spend;
  // `fault` already says so if the folder cannot be read.
  const folder = await readJournalFolder(journalFolder(environment)).catch(() => ({
    segments: [],
    setAside: [],
    lastRecovery: undefined,
  }));
  return {
    body: {
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
    },
  };
});

function fileView({ name, bytes, modifiedAt }: JournalFile): JournalFileView {
  return { name, bytes, modified_at: modifiedAt.toISOString() };
}
