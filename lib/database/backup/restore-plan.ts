import type { Migration } from "../migration-history";
import { isAtLeast } from "../oldest-version";
import { BackupError } from "./backup-error";
import type { BackupHeader } from "./file-format";

/** The migrations that make the schema of a backup, and those that bring its rows to today's schema. */
export interface RestorePlan {
  readonly before: readonly Migration[];
  readonly after: readonly Migration[];
}

/**
 * How a backup becomes a database of this version of the gateway, which has the migrations `known`.
 * @throws BackupError if its schema is newer, or was made by a migration that differs from this version's
 */
export function planRestore(header: BackupHeader, known: readonly Migration[], version: string): RestorePlan {
  const before = header.migrations.map(({ name, checksum }) => {
    const ours = known.find((migration) => migration.name === name);
    if (!ours) {
      const needed = isAtLeast(version, header.version) ? "the newest version that ran on it" : header.version;
      throw new BackupError(
        `The backup has a newer schema than version ${version} of the gateway (migration "${name}" is unknown here): restore it with ${needed}`,
      );
    }
    if (ours.checksum !== checksum)
      throw new BackupError(
        `The backup was made with another content of the migration "${name}": restore it with the gateway that made it (${header.version})`,
      );
    return ours;
  });
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}
