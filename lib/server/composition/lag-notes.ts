import type { Finding } from "@/lib/config/finding";
import type { SettingsStore } from "@/lib/settings/settings-store";

/**
 * Keeps the findings about sinks that lag. The returned function takes the present finding of a sink, again and again:
 * a new one is noted, a changed one replaces the last, and `undefined` withdraws it.
 */
export function createLagNotes({
  note,
  withdraw,
}: Pick<SettingsStore, "note" | "withdraw">): (sink: string, finding: Finding | undefined) => void {
  const known = new Map<string, Finding>();
  return (sink, finding) => {
    const before = known.get(sink);
    if (before && (before.path !== finding?.path || before.message !== finding.message)) {
      withdraw(before);
      known.delete(sink);
    }
    if (!finding) return;
    // Also one that is known: another file in force drops all notes.
    note(finding);
    known.set(sink, finding);
  };
}
