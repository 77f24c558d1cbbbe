import type { Host } from "./host";

/**
 * Tells the operator about a generated master key, only at the start that generated it. The key itself is printed only
 * to a terminal: other outputs are kept, and read by many.
 */
export function masterKeyNotice(kept: Host["keptMasterKey"], isTerminal: boolean): string | undefined {
  if (!kept?.isNew) return undefined;
  return isTerminal
    ? `master key, shown this once and kept in ${kept.path}: ${kept.value.reveal()}`
    : `master key: generated and kept in ${kept.path}`;
}

/** Writes the notice to standard output, if there is one. */
export function announceMasterKey({ keptMasterKey }: Pick<Host, "keptMasterKey">): void {
  const notice = masterKeyNotice(keptMasterKey, process.stdout.isTTY);
  if (notice !== undefined) process.stdout.write(`${notice}\n`);
}
