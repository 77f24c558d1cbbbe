import { resolve } from "node:path";
import { type AddressRange, parseAddressRange } from "./address-range";
import { servesConsole } from "./console-switch.mjs";

/** The console as a client of the OpenID provider. */
export interface ConsoleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What a log-in asks for. Undefined: what the console needs. */
  readonly scopes: readonly string[] | undefined;
}

/** The settings that the process was started with. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  /** Absolute paths. */
  readonly configPath: string;
  readonly dataDirectory: string;
  /** Unset: the embedded PostgreSQL in the data folder is used. */
  readonly databaseUrl: string | undefined;
  /** The address of that external PostgreSQL without a pooler in between. Unset: `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  readonly masterKey: string | undefined;
  /** The key that encrypts secrets in the database. Unset: a key in the data folder is used. */
  readonly encryptionKey: string | undefined;
  readonly console: boolean;
  /** The number of serving processes; "auto" means one per core. */
  readonly workers: number | "auto";
  readonly jwtPublicKeyUrl: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtIssuer: string | undefined;
  /** Undefined unless both OIDC_ISSUER and OIDC_CLIENT_ID are set. One without the other is finding C018. */
  readonly oidc: ConsoleClient | undefined;
  /** The proxies whose forwarded headers count. */
  readonly trustedProxies: readonly AddressRange[];
  readonly nextAuthUrl: string | undefined;
  readonly nextAuthSecret: string | undefined;
  readonly redisUrl: string | undefined;
  /** How long connections are still accepted after a signal to stop. */
  readonly shutdownDelaySeconds: number;
  /** How long requests under way may go on after that. */
  readonly shutdownGraceSeconds: number;
  /** Looks up a variable for `os.environ/NAME` in the configuration file. */
  lookup(name: string): string | undefined;
}

/** The variables that the gateway reads, with their meaning for docs/configuration.md. */
export const ENVIRONMENT_VARIABLES = {
  GATEWAY_CONFIG: "Path of the configuration file. Default `./config.yaml`.",
  GATEWAY_DATA_DIR: "Folder of the embedded database, the spend journal and generated secrets. Default `./data`.",
  GATEWAY_MASTER_KEY: "The master key. Takes precedence over `general_settings.master_key`.",
  GATEWAY_ENCRYPTION_KEY:
    "Encrypts the API keys of models in the database. 32 characters or more, and the same on every node. Unset: generated once and kept in the data folder.",
  GATEWAY_CONSOLE: "`off` serves only the API, without the console. Default `on`.",
  GATEWAY_WORKERS: "Number of serving processes, or `auto` for one per core. Default 1.",
  GATEWAY_TRUSTED_PROXIES:
    "Addresses and ranges of the proxies in front of the gateway, separated by commas, such as `10.0.0.0/8, ::1`. Only their `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` count. Unset: nobody's.",
  HOST: "Address to listen on. Default `127.0.0.1`.",
  PORT: "Port to listen on, 0 to 65535. Default 4000.",
  DATABASE_URL: "Address of an external PostgreSQL. Unset: an embedded one in the data folder is used.",
  DATABASE_DIRECT_URL:
    "Address of the same database without a pooler in between, for the change feed and migrations. Unset: `DATABASE_URL`. Needed beside a pooler in transaction mode.",
  REDIS_URL: "Address of a Redis for rate limits that several gateways share. Optional.",
  SHUTDOWN_DELAY_SECONDS:
    "After SIGTERM, seconds for which connections are still accepted while readiness answers 503, so that load balancers turn away first. Default 0.",
  SHUTDOWN_GRACE_SECONDS:
    "Seconds for which requests under way may go on after that delay. Then each is ended with an error. Default 60.",
  JWT_PUBLIC_KEY_URL:
    "Address of the OpenID provider's key set or discovery document. Several are separated by commas.",
  JWT_AUDIENCE: "Audiences that tokens may have, separated by commas. Unset: the audience is not checked.",
  JWT_ISSUER:
    "Issuers that tokens may have, separated by commas. Unset: the issuer is checked only if a discovery document names one.",
  OIDC_ISSUER: "OpenID provider for log-in to the console. Needs `OIDC_CLIENT_ID`.",
  OIDC_CLIENT_ID: "Client id of the console at that provider.",
  OIDC_CLIENT_SECRET: "Client secret of the console, if it has one.",
  OIDC_SCOPES:
    "Scopes that a log-in to the console asks for, separated by spaces. Unset: `openid profile email` and the scope in `admin_jwt_scope`.",
  NEXTAUTH_URL:
    "Public address of the console, if it differs from the one that requests arrive at, such as `https://gateway.example`. It has no path.",
  NEXTAUTH_SECRET: "Secret for the console's sessions. Unset: generated and kept in the data folder.",
} as const satisfies Readonly<Record<string, string>>;

/** An environment variable has an invalid value. The message names the variable and what is expected. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(
    readonly variable: string,
    /** What is expected; never repeats the value. */
    readonly expected: string,
  ) {
    super(`the environment variable ${variable} ${expected}`);
  }
}

/**
 * The environment with the configuration file's `environment_variables`. The real environment wins; an empty variable
 * counts as unset. @throws EnvironmentError
 */
export function withFileVariables(environment: Environment, variables: Readonly<Record<string, string>>): Environment {
  return environmentFrom((name) => {
    const real = environment.lookup(name);
    if (real?.trim() || name === "GATEWAY_CONFIG" || !Object.hasOwn(variables, name)) return real;
    return variables[name];
  });
}

/** Reads the environment through a look-up of variables. @throws EnvironmentError */
export function environmentFrom(lookup: (name: string) => string | undefined): Environment {
  const value = (name: keyof typeof ENVIRONMENT_VARIABLES): string | undefined => lookup(name)?.trim() || undefined;
  const oidcIssuer = value("OIDC_ISSUER");
  const oidcClientId = value("OIDC_CLIENT_ID");
  const workers = value("GATEWAY_WORKERS") ?? "1";
  return {
    port: integer("PORT", value("PORT") ?? "4000", 0, 65_535),
    host: value("HOST") ?? "127.0.0.1",
    configPath: resolve(/* turbopackIgnore: true */ value("GATEWAY_CONFIG") ?? "config.yaml"),
    dataDirectory: resolve(/* turbopackIgnore: true */ value("GATEWAY_DATA_DIR") ?? "data"),
    databaseUrl: value("DATABASE_URL"),
    databaseDirectUrl: value("DATABASE_DIRECT_URL"),
    masterKey: value("GATEWAY_MASTER_KEY"),
    encryptionKey: longSecret("GATEWAY_ENCRYPTION_KEY", value("GATEWAY_ENCRYPTION_KEY")),
    console: servesConsole(value("GATEWAY_CONSOLE")),
    workers: workers === "auto" ? "auto" : integer("GATEWAY_WORKERS", workers, 1, 256),
    jwtPublicKeyUrl: value("JWT_PUBLIC_KEY_URL"),
    jwtAudience: value("JWT_AUDIENCE"),
    jwtIssuer: value("JWT_ISSUER"),
    oidc:
      oidcIssuer && oidcClientId
        ? {
            issuer: oidcIssuer,
            clientId: oidcClientId,
            clientSecret: value("OIDC_CLIENT_SECRET"),
            scopes: scopes("OIDC_SCOPES", value("OIDC_SCOPES")),
          }
        : undefined,
    trustedProxies: addressRanges("GATEWAY_TRUSTED_PROXIES", value("GATEWAY_TRUSTED_PROXIES")),
    nextAuthUrl: value("NEXTAUTH_URL"),
    nextAuthSecret: value("NEXTAUTH_SECRET"),
    redisUrl: value("REDIS_URL"),
    shutdownDelaySeconds: integer("SHUTDOWN_DELAY_SECONDS", value("SHUTDOWN_DELAY_SECONDS") ?? "0", 0, 3_600),
    shutdownGraceSeconds: integer("SHUTDOWN_GRACE_SECONDS", value("SHUTDOWN_GRACE_SECONDS") ?? "60", 0, 86_400),
    lookup,
  };
}

/** Shorter keys could be guessed with a dump of the database. */
const SHORTEST_ENCRYPTION_KEY = 32;

function longSecret(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && value.length < SHORTEST_ENCRYPTION_KEY) {
    throw new EnvironmentError(
      name,
      `must have ${SHORTEST_ENCRYPTION_KEY} characters or more, as from: openssl rand -base64 32`,
    );
  }
  return value;
}

/** Without `openid`, the provider would issue no ID token, and nobody could log in (OpenID Connect Core §3.1.2.1). */
function scopes(name: string, value: string | undefined): readonly string[] | undefined {
  const listed = value?.split(/\s+/);
  if (listed && !listed.includes("openid")) throw new EnvironmentError(name, 'must contain the scope "openid"');
  return listed;
}

function addressRanges(name: string, value: string | undefined): readonly AddressRange[] {
  return (value?.split(",") ?? []).flatMap((part) => {
    if (part.trim() === "") return [];
    const range = parseAddressRange(part.trim());
    if (!range) throw new EnvironmentError(name, "must list IP addresses and ranges, as in: 10.0.0.0/8, ::1");
    return [range];
  });
}

function integer(name: string, value: string, minimum: number, maximum: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
    throw new EnvironmentError(name, `must be a whole number from ${minimum} to ${maximum}`);
  }
  return number;
}
