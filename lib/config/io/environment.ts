import { environmentFrom } from "../environment-variables";

/** What the process was started with. This is the only file that reads `process.env`. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  /** Absolute paths. */
  readonly configPath: string;
  readonly dataDirectory: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly masterKey: string | undefined;
  /** What is encrypted in the database is encrypted with this; unset: with a key of the data folder. */
  readonly encryptionKey: string | undefined;
  readonly console: boolean;
  /** Number of serving processes; "auto" is one per core. */
  readonly workers: number | "auto";
  readonly jwtPublicKeyUrl: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtIssuer: string | undefined;
  /** Undefined unless both OIDC_ISSUER and OIDC_CLIENT_ID are set; one alone is finding C018. */
  readonly oidc: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined;
  readonly nextAuthUrl: string | undefined;
  readonly nextAuthSecret: string | undefined;
  readonly redisUrl: string | undefined;
  /** For `os.environ/NAME` in the configuration file. */
  lookup(name: string): string | undefined;
}

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
