import { withoutTrailing } from "@/lib/without-trailing";
import { rangeName, type NumberedCall, type SinkBatch } from "./sink-batch";

/** A file of calls that were booked in the same hour. */
export interface ObjectFile {
  /** `PREFIX/date=YYYY-MM-DD/hour=HH/EPOCH-FIRST-LAST.jsonl.gz`, in UTC. */
  readonly key: string;
  readonly lines: readonly string[];
}

/**
 * The files of a batch, one for each hour in which its calls were booked. Transactions overlap, so around a full hour
 * calls of both hours may alternate. Each goes to its hour's file, where otherwise every change of the hour would begin
 * another file.
 */
export function objectFiles(prefix: string, { epoch, calls }: SinkBatch): ObjectFile[] {
  const hours = new Map<string, NumberedCall[]>();
  for (const call of calls) {
    const hour = hourFolder(call.bookedAt);
    const known = hours.get(hour);
    if (known) known.push(call);
    else hours.set(hour, [call]);
  }
  const folder = withoutTrailing(prefix.replace(/^\/+/, ""), "/");
  return [...hours].map(([hour, inHour]) => ({
    key: [...(folder === "" ? [] : [folder]), hour, `${rangeName(epoch, inHour)}.jsonl.gz`].join("/"),
    lines: inHour.map(({ line }) => line),
  }));
}

function hourFolder(at: Date): string {
  const iso = at.toISOString();
  return `date=${iso.slice(0, 10)}/hour=${iso.slice(11, 13)}`;
}
