import { environmentFrom, type Environment } from "../environment-variables";

/**
 * Reads and checks the environment. This is the only file that reads `process.env`. @throws EnvironmentError that names
 * the variable at fault
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  return environmentFrom((name) => variables[name]);
}

/**
 * Tells next-auth where the console is reached; it reads only the process's environment. Without NEXTAUTH_URL it uses
 * the address of each request; by itself it would assume localhost:3000.
 */
export function publishConsoleAddress({ nextAuthUrl }: Environment): void {
  if (nextAuthUrl === undefined) process.env["AUTH_TRUST_HOST"] ??= "true";
  else process.env["NEXTAUTH_URL"] = nextAuthUrl;
}

/**
 * Tells next-auth the public address of the console, which it reads only from these variables: the configured address,
 * otherwise the one that each request names.
 */
export function exportSignInAddress({ nextAuthUrl }: Pick<Environment, "nextAuthUrl">): void {
  if (nextAuthUrl === undefined) process.env.AUTH_TRUST_HOST = "true";
  else process.env.NEXTAUTH_URL = nextAuthUrl;
}
