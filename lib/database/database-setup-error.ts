export type DatabaseSetupFault =
  | "invalid_url"
  | "unreachable"
  | "bad_credentials"
  | "missing_database"
  | "insufficient_rights"
  | "read_only"
  | "foreign_database"
  | "newer_schema"
  | "changed_migration"
  | "unreleased_schema"
  | "unfinished_migration"
  | "migration_failed"
  | "busy";

/** The database cannot be used as it is. The message is one line for the operator, without the password. */
export class DatabaseSetupError extends Error {
  override readonly name = "DatabaseSetupError";
  constructor(
    readonly code: DatabaseSetupFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
