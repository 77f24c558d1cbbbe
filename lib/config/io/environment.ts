import { environmentFrom, type Environment } from "../environment-variables";

/**
 * Reads and checks the environment. This is the only file that reads `process.env`. @throws EnvironmentError that names
 * the variable at fault
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  return environmentFrom((name) => variables[name]);
}

/**
 * Tells next-auth the address at which people reach the console: the configured one or, without NEXTAUTH_URL, the one
 * that each request was sent to. next-auth reads both variables from the process's environment and nowhere else; the
 * console's thread gets a copy of it.
 */
export function publishConsoleAddress({ nextAuthUrl }: Environment): void {
  if (nextAuthUrl === undefined) process.env["AUTH_TRUST_HOST"] = "true";
  else process.env["NEXTAUTH_URL"] = new URL(nextAuthUrl).origin;
}

/** Whether `next dev` serves the console. Next.js puts the value into the bundle. */
export function isDevelopmentServer(): boolean {
  return process.env.NODE_ENV === "development";
}
