import { DatabaseSetupError, type DatabaseSetupFault } from "./database-setup-error";

/** The address that a driver has read from the URL. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
}

/**
 * Turns a driver's error into one line that names the address (never the password) and the fix. `variable` is the
 * variable of that address. The SQLSTATE codes are in appendix A of PostgreSQL's documentation.
 */
export function explainDatabaseError(error: unknown, address: DatabaseAddress, variable: string): DatabaseSetupError {
  if (error instanceof DatabaseSetupError) return error;
  const fault = (code: DatabaseSetupFault, message: string): DatabaseSetupError =>
    new DatabaseSetupError(code, message, { cause: error });
  const endpoint = `${address.host}:${address.port}`;
  const user = `user "${address.user}"`;
  const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
  switch (codeOf(error)) {
    case "28P01":
      return fault(
        "bad_credentials",
        `The database at ${endpoint} refuses the password of ${user}: correct ${variable}`,
      );
    case "28000":
      return fault(
        "bad_credentials",
        `The database at ${endpoint} refuses ${user} (${reason}): correct ${variable} or the server's pg_hba.conf`,
      );
    case "3D000":
      return fault(
        "missing_database",
        `The server at ${endpoint} has no database "${address.database}": create it, or correct ${variable}`,
      );
    case "42501":
      return fault(
        "insufficient_rights",
        `In the database "${address.database}" at ${endpoint}, ${user} lacks a right (${reason}): GRANT ALL ON SCHEMA public, or make it the owner`,
      );
    case "25006":
      return fault(
        "read_only",
        `The database at ${endpoint} is read-only, as a replica is: name the primary in ${variable}`,
      );
    case "55P03":
      return fault(
        "busy",
        `Another process has been migrating the database "${address.database}" at ${endpoint}, or has held its tables, for too long: stop it and start again`,
      );
    default:
      return fault(
        "unreachable",
        `The database at ${endpoint} cannot be used (${reason}): check that it runs and that ${variable} is right${escapeHint(error)}`,
      );
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** A host that no name server knows may be the end of a password, whose `@` or `#` must be escaped in an address. */
function escapeHint(error: unknown): string {
  const isUnknownHost = ["ENOTFOUND", "EAI_AGAIN"].includes(codeOf(error) ?? "");
  return isUnknownHost
    ? ". If that is not a host of yours, but a part of the password: write @ as %40, # as %23, / as %2F and : as %3A in it"
    : "";
}
