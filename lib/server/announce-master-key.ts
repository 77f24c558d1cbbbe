import type { Host } from "./host";

/**
 * The notice about a generated master key. Undefined: this start has not generated one. The key itself is shown only on
 * a terminal, because other outputs are kept and many people read them.
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
