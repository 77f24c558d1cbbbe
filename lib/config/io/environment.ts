import { environmentFrom, type Environment } from "../environment-variables";
import { type FilesRead, SecretFiles } from "./secret-files";

/** The files that this process's variables name. If a file cannot be used any more, its last value stays. */
const processFiles = new SecretFiles(process.env);

/**
 * Reads and checks the environment, with the files that variables name. This is the only file that reads `process.env`.
 * @throws EnvironmentError that names the variable at fault
 */
export function readEnvironment(variables?: Readonly<Record<string, string | undefined>>): Environment {
  const files = variables === undefined ? processFiles : new SecretFiles(variables);
  return environmentFrom((name) => files.lookup(name));
}

/** Reads the files again that this process's variables name. `readEnvironment` then returns the new values. */
export function refreshSecretFiles(): FilesRead {
  return processFiles.refresh();
}

/**
 * Tells next-auth the address of the console: the configured one or, without NEXTAUTH_URL, the one that each request
 * was sent to. next-auth reads both variables from the process's environment and nowhere else. The console's thread has
 * its own copy of that environment.
 */
export function publishConsoleAddress({ nextAuthUrl, basePath }: Environment): void {
  if (nextAuthUrl === undefined) process.env["AUTH_TRUST_HOST"] = "true";
  // next-auth needs the whole path, including that of its own routes.
  else process.env["NEXTAUTH_URL"] = new URL(nextAuthUrl).origin + (basePath && `${basePath}/api/auth`);
}

/** Whether `npm run dev` serves the console. Next.js puts the value into its bundles. */
export function isDevelopmentServer(): boolean {
  return process.env.NODE_ENV === "development";
}
