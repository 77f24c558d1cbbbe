import { resolve } from "node:path";

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
  readonly console: boolean;
  /** Number of serving processes; "auto" is one per core. */
  readonly workers: number | "auto";
  readonly jwtPublicKeyUrl: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtIssuer: string | undefined;
  readonly oidc: { issuer: string; clientId: string; clientSecret: string | undefined } | undefined;
  readonly nextAuthUrl: string | undefined;
  readonly nextAuthSecret: string | undefined;
  readonly redisUrl: string | undefined;
  /** For `os.environ/NAME` in the configuration file. */
  lookup(name: string): string | undefined;
}

/** A start-up fault in an environment variable; the message names it and what would be right. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/** Reads and checks the environment. @throws EnvironmentError naming the variable at fault */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const value = (name: string): string | undefined => variables[name]?.trim() || undefined;
  const oidcIssuer = value("OIDC_ISSUER");
  const oidcClientId = value("OIDC_CLIENT_ID");
  if (oidcIssuer && !oidcClientId) throw new EnvironmentError("OIDC_ISSUER is set but OIDC_CLIENT_ID is not");
  const workers = value("GATEWAY_WORKERS") ?? "1";
  return {
    port: integer("PORT", value("PORT") ?? "4000", 0, 65_535),
    host: value("HOST") ?? "127.0.0.1",
    configPath: resolve(value("GATEWAY_CONFIG") ?? "config.yaml"),
    dataDirectory: resolve(value("GATEWAY_DATA_DIR") ?? "data"),
    databaseUrl: value("DATABASE_URL"),
    masterKey: value("GATEWAY_MASTER_KEY"),
    console: !["off", "0", "false", "no"].includes((value("GATEWAY_CONSOLE") ?? "on").toLowerCase()),
    workers: workers === "auto" ? "auto" : integer("GATEWAY_WORKERS", workers, 1, 256),
    jwtPublicKeyUrl: value("JWT_PUBLIC_KEY_URL"),
    jwtAudience: value("JWT_AUDIENCE"),
    jwtIssuer: value("JWT_ISSUER"),
    oidc:
      oidcIssuer && oidcClientId
        ? { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: value("OIDC_CLIENT_SECRET") }
        : undefined,
    nextAuthUrl: value("NEXTAUTH_URL"),
    nextAuthSecret: value("NEXTAUTH_SECRET"),
    redisUrl: value("REDIS_URL"),
    lookup: (name) => variables[name],
  };
}

function integer(name: string, value: string, minimum: number, maximum: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < minimum || number > maximum) {
    throw new EnvironmentError(`${name} is "${value}", but must be a whole number from ${minimum} to ${maximum}`);
  }
  return number;
}
