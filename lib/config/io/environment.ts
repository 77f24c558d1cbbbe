import { environmentFrom, type Environment } from "../environment-variables";

/** Reads and checks the environment. @throws EnvironmentError naming the variable at fault */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  return environmentFrom((name) => variables[name]);
}

/**
 * Tells next-auth where the console is reached, as it looks nowhere but in the process's environment. Without
 * NEXTAUTH_URL it follows the address it is called at, where by itself it would assume localhost:3000.
 */
export function publishConsoleAddress({ nextAuthUrl }: Environment): void {
  if (nextAuthUrl === undefined) process.env["AUTH_TRUST_HOST"] ??= "true";
  else process.env["NEXTAUTH_URL"] = nextAuthUrl;
}

/**
 * Tells next-auth under which address people reach the console; it takes that from these variables and nowhere else:
 * the configured address, or else the one each request names.
 */
export function exportSignInAddress({ nextAuthUrl }: Pick<Environment, "nextAuthUrl">): void {
  if (nextAuthUrl === undefined) process.env.AUTH_TRUST_HOST = "true";
  else process.env.NEXTAUTH_URL = nextAuthUrl;
}
