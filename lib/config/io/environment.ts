import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AWS_CONFIG_TEXT, environmentFrom, type Environment } from "../environment-variables";
import { type FilesRead, SecretFiles } from "./secret-files";

/** The files that this process's variables name. If a file cannot be used any more, its last value stays. */
const processFiles = new SecretFiles(process.env);

/**
 * Reads and checks the environment, with the files that variables name. This is the only file that reads `process.env`.
 * @throws EnvironmentError that names the variable at fault
 */
export function readEnvironment(variables?: Readonly<Record<string, string | undefined>>): Environment {
  const files = variables === undefined ? processFiles : new SecretFiles(variables);
  let awsConfig: { readonly text: string | undefined } | undefined;
  return environmentFrom((name) => {
    if (name !== AWS_CONFIG_TEXT) return files.lookup(name);
    const home = variables ? variables["HOME"] : homedir();
    return (awsConfig ??= { text: readAwsConfig(files.lookup("AWS_CONFIG_FILE")?.trim(), home) }).text;
  });
}

/** Bytes. */
const LARGEST_AWS_CONFIG = 1024 * 1024;

/** `path`: empty or absent: the usual one. A file that cannot be read names no region, as the check of models says. */
function readAwsConfig(path: string | undefined, home: string | undefined): string | undefined {
  const file = path || (home && join(/* turbopackIgnore: true */ home, ".aws", "config"));
  if (!file) return undefined;
  try {
    const { size } = statSync(/* turbopackIgnore: true */ file);
    return size > LARGEST_AWS_CONFIG ? undefined : readFileSync(/* turbopackIgnore: true */ file, "utf8");
  } catch {
    return undefined;
  }
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
