import type { Finding } from "@/lib/config/finding";
import type { SettingsStore } from "@/lib/settings/settings-store";

/**
 * Keeps the findings about sinks that lag. Call the returned function with the present finding of a sink as often as
 * you like: it notes a new finding, replaces a changed one, and withdraws the last one for `undefined`.
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
    // A known finding is noted again, because a new configuration file drops all notes.
    note(finding);
    known.set(sink, finding);
  };
}
