import type { CheckedBackup } from "@/lib/database/backup/read-backup";
import type { Restored } from "@/lib/database/backup/restore-backup";
import type { RestoredFacts } from "@/lib/database/backup/restored-facts";
import { countOf } from "./progress-line";

/** What the operator sees after a restore. */
export interface RestoreReport {
  readonly file: string;
  readonly checked: CheckedBackup;
  readonly restored: Restored;
  /** What became of the key that decrypts the secrets in the database. */
  readonly key: "kept" | "written" | "configured another" | "none in the file";
  /** What the key in force cannot decrypt. Undefined: this folder knows no key. */
  readonly unreadable: RestoredFacts["sealed"] | undefined;
  /** Files of this node's journal that wait to be booked. */
  readonly journalFiles: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The lines that say what came back, from when it is, and what to do now. */
export function restoreReport({ file, checked, restored, ...found }: RestoreReport): string[] {
  const { created_at: at } = checked.header;
  const { facts, migrated } = restored;
  return [
    `Restored ${file}: ${countOf(restored.tables, "table")}, ${countOf(restored.rows, "row")}.`,
    ...(migrated.length > 0 ? [`${countOf(migrated.length, "migration")} brought its schema up to date.`] : []),
    `Keys and blocks are as they were at ${at}, ${age(found.now - Date.parse(at))} ago: ${countOf(facts.keys, "key")}, and ${countOf(facts.blocked, "block")}.`,
    "Keys made since then no longer work. Keys deleted or blocked since then work again, so delete or block them now.",
    `All console sessions have ended (${facts.endedSessions}).`,
    "Calls booked since then are gone. Calls in the journal of a node are booked when that node starts.",
    ...(found.journalFiles > 0 ? [`The journal of this node has ${countOf(found.journalFiles, "file")}.`] : []),
    ...keyLines(found.key, found.unreadable, facts.sealed),
  ];
}

function keyLines(
  key: RestoreReport["key"],
  unreadable: RestoreReport["unreadable"],
  sealed: RestoredFacts["sealed"],
): string[] {
  const written = key === "written" ? ["The encryption key from the backup is now the key of this data folder."] : [];
  const closed = unreadable ?? sealed;
  if (closed.length === 0) return written;
  const kinds = (["model", "credential", "tool server", "login", "alert channel"] as const).flatMap((kind) => {
    const count = closed.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [countOf(count, kind)];
  });
  const entries = `The secrets of ${new Intl.ListFormat("en").format(kinds)}`;
  const cure =
    key === "configured another"
      ? "set GATEWAY_ENCRYPTION_KEY to the key of the gateway that was backed up; it is in the file"
      : "set GATEWAY_ENCRYPTION_KEY to the key of the gateway that was backed up";
  return [
    ...written,
    unreadable === undefined
      ? `${entries} are encrypted, and this folder has no key: ${cure}.`
      : `${entries} cannot be decrypted with the key of this gateway: ${cure}.`,
  ];
}

/** Milliseconds as a person says them: `3 days`. */
function age(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return countOf(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.round(hours / 24), "day");
}
