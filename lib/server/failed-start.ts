import { CustomValidateError } from "@/lib/auth/io/custom-validate";
import { EnvironmentError } from "@/lib/config/environment-error";
import { DataFolderError } from "@/lib/database/data-folder";
import { DatabaseSetupError } from "@/lib/database/database-setup-error";
import { EmbeddedPostgresError } from "@/lib/database/embedded-postgres-error";
import { ConfigurationError } from "./configuration";
import { ListenError } from "./listen";

/**
 * Errors that the operator can fix: only their message is shown. Any other error is a bug and is shown with its stack.
 */
const OPERATOR_FAULTS = [
  ConfigurationError,
  CustomValidateError,
  DataFolderError,
  DatabaseSetupError,
  EmbeddedPostgresError,
  EnvironmentError,
  ListenError,
];

/**
 * Says why the gateway cannot start, closes what was opened, and ends the process with 1. Once a signal has come, what
 * fails is the signal's doing, which ends the process too: then nothing is said.
 */
export async function endFailedStart(
  error: unknown,
  { closers, hasBegun }: { readonly closers: (() => Promise<void>)[]; readonly hasBegun: boolean },
): Promise<void> {
  if (hasBegun) return;
  const isOperators = OPERATOR_FAULTS.some((fault) => error instanceof fault);
  process.stderr.write(
    `${isOperators && error instanceof Error ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  await closeAll(closers);
  process.exit(1);
}

/**
 * Closes everything in the reverse order of the start. A failure to close is reported, and the others are closed all
 * the same.
 */
export async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    await closer().catch((error: unknown) =>
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
    );
  }
}
