import { DatabaseSetupError } from "./database-setup-error";

/** A migration this version of the gateway brings. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL, in hex, as Prisma computes it. */
  readonly checksum: string;
}

/** A row of Prisma's `_prisma_migrations` that was not rolled back. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/** What a database holds before a migration is chosen. */
export interface DatabaseState {
  /** Undefined: there is no `_prisma_migrations` table. */
  readonly applied: readonly AppliedMigration[] | undefined;
  /** Another table in the schema, if there is one. */
  readonly otherTable: string | undefined;
}

/**
 * The next of our migrations to apply; undefined when all are.
 * @throws DatabaseSetupError when the database is not ours, is newer than we are, or disagrees about a migration
 */
export function nextMigration(known: readonly Migration[], state: DatabaseState): Migration | undefined {
  if (!state.applied && state.otherTable !== undefined) {
    throw new DatabaseSetupError(
      "foreign_database",
      `The database holds tables that are not the gateway's (for example "${state.otherTable}"): give it an empty database of its own`,
    );
  }
  const applied = new Map(state.applied?.map((migration) => [migration.name, migration]));
  for (const migration of applied.values()) refuseStrange(known, migration, applied);
  return known.find((migration) => !applied.has(migration.name));
}

function refuseStrange(
  known: readonly Migration[],
  migration: AppliedMigration,
  all: ReadonlyMap<string, AppliedMigration>,
): void {
  const ours = known.find(({ name }) => name === migration.name);
  if (!ours && !known.some(({ name }) => all.has(name))) {
    throw new DatabaseSetupError(
      "foreign_database",
      `The database belongs to another application (its migration "${migration.name}" is not the gateway's): give the gateway an empty database of its own`,
    );
  }
  if (!ours) {
    throw new DatabaseSetupError(
      "newer_schema",
      `The database was migrated by a newer version of the gateway (migration "${migration.name}" is unknown here): start that version, or restore a backup made before it`,
    );
  }
  if (!migration.finished) {
    throw new DatabaseSetupError(
      "unfinished_migration",
      `The migration "${migration.name}" was begun by another tool and did not finish: repair the database and mark it with "prisma migrate resolve"`,
    );
  }
  if (ours.checksum !== migration.checksum) {
    throw new DatabaseSetupError(
      "changed_migration",
      `The migration "${migration.name}" in this version differs from the one the database was migrated with: restore the file; a released migration never changes`,
    );
  }
}
