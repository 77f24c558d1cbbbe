import { DatabaseSetupError } from "./database-setup-error";
import type { MigrationStep } from "./migration-steps";
import { isAtLeast } from "./oldest-version";

/** A migration of this version of the gateway. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL, in hex, as Prisma computes it. */
  readonly checksum: string;
  /** The steps that run before the migration, outside its transaction. */
  readonly steps: readonly MigrationStep[];
}

/** A row of Prisma's `_prisma_migrations` that was not rolled back. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
  /** The oldest version that may run on the database after it. Undefined: it has no mark. */
  readonly oldestVersion?: string | undefined;
}

/** The tables and migrations that a database holds. */
export interface DatabaseState {
  /** Undefined: the database has no `_prisma_migrations` table. */
  readonly applied: readonly AppliedMigration[] | undefined;
  /** A table in the schema that is not Prisma's, if there is one. */
  readonly otherTable: string | undefined;
}

/**
 * The next migration to apply; undefined if all are applied. `version` is this gateway's. It may run beside newer
 * migrations whose marks allow it; without `version`, beside none.
 * @throws DatabaseSetupError if the database belongs to another application, is too new for this version, or was made
 * by migrations of another content
 */
export function nextMigration(
  known: readonly Migration[],
  state: DatabaseState,
  version?: string,
): Migration | undefined {
  if (!state.applied && state.otherTable !== undefined) {
    throw new DatabaseSetupError(
      "foreign_database",
      `The database holds tables that are not the gateway's (for example "${state.otherTable}"): give it an empty database of its own`,
    );
  }
  const applied = new Map(state.applied?.map((migration) => [migration.name, migration]));
  for (const migration of applied.values()) refuseStrange(known, migration, applied, version);
  return known.find((migration) => !applied.has(migration.name));
}

function refuseStrange(
  known: readonly Migration[],
  migration: AppliedMigration,
  all: ReadonlyMap<string, AppliedMigration>,
  version: string | undefined,
): void {
  const ours = known.find(({ name }) => name === migration.name);
  if (!ours && !known.some(({ name }) => all.has(name))) {
    throw new DatabaseSetupError(
      "foreign_database",
      `The database belongs to another application (its migration "${migration.name}" is not the gateway's): give the gateway an empty database of its own`,
    );
  }
  if (!ours) refuseTooNew(migration, version);
  if (!migration.finished) {
    throw new DatabaseSetupError(
      "unfinished_migration",
      `The migration "${migration.name}" was begun by another tool and did not finish: repair the database and mark it with "prisma migrate resolve"`,
    );
  }
  if (ours && ours.checksum !== migration.checksum) {
    if (ours === known[0])
      throw new DatabaseSetupError(
        "unreleased_schema",
        `The database was made before the first release of the gateway (its migration "${ours.name}" is another one), and such databases are not upgraded: use an empty database, or an empty data folder`,
      );
    throw new DatabaseSetupError(
      "changed_migration",
      `The migration "${migration.name}" in this version differs from the one the database was migrated with: restore the file; a released migration never changes`,
    );
  }
}

function refuseTooNew({ name, oldestVersion }: AppliedMigration, version: string | undefined): void {
  if (version !== undefined && oldestVersion !== undefined && isAtLeast(version, oldestVersion)) return;
  const [need, fix] =
    oldestVersion === undefined
      ? [`migration "${name}" is unknown here`, "start that version"]
      : [`migration "${name}" needs ${oldestVersion} or newer`, `start version ${oldestVersion} or newer`];
  throw new DatabaseSetupError(
    "newer_schema",
    `The database was migrated by a newer version of the gateway (${need}): ${fix}, or restore a backup made before it`,
  );
}
