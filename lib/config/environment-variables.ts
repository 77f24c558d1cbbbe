import { resolve } from "node:path";
import { type AddressRange, parseAddressRange } from "../http/address-range";
import { ANALYTICS_VARIABLES, analyticsFrom, type AnalyticsSettings } from "./observability/analytics-settings";
import { basePathFrom } from "./base-path-setting";
import { isWebhookSecret } from "./webhook-secret-format";
import { servesConsole } from "./console-switch.mjs";
import { EnvironmentError } from "./environment-error";
import { LOG_VARIABLES, logSettingsFrom, type LogSettings } from "./observability/log-settings";
import { PROXY_VARIABLES, proxySettingsFrom, type ProxySettings } from "./proxy-settings";
import { readRedisAddress } from "./redis-address";
import { TRACE_VARIABLES, traceExportFrom, type TraceExport } from "./observability/trace-export";
import type { VaultAnswer } from "./secrets/vault-reference";
import { VAULT_VARIABLES } from "./secrets/vault-variables";

/** The console as a client of the OpenID provider. */
export interface ConsoleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The scopes that a login asks for. Undefined: those that the console needs. */
  readonly scopes: readonly string[] | undefined;
}

/** The settings that the process was started with. */
/**
 * By this name, which no variable has, `lookup` returns the text of AWS's configuration file (`AWS_CONFIG_FILE`, or
 * `~/.aws/config`), whose profiles may have a region; undefined: there is no such file.
 */
export const AWS_CONFIG_TEXT = "text of AWS_CONFIG_FILE";

export interface Environment extends LogSettings {
  readonly port: number;
  readonly host: string;
  /** Absolute paths. */
  readonly configPath: string;
  readonly dataDirectory: string;
  /** Unset: the embedded PostgreSQL in the data folder is used. */
  readonly databaseUrl: string | undefined;
  /** The address of `databaseUrl`'s PostgreSQL without a pooler in between. Unset: `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** The address of a replica of `databaseUrl`'s PostgreSQL that answers reports. Unset: `databaseUrl`. */
  readonly databaseReadUrl: string | undefined;
  readonly masterKey: string | undefined;
  /** Further master keys that are accepted. */
  readonly previousMasterKeys: readonly string[];
  /** The key that encrypts secrets in the database. Unset: a key in the data folder is used. */
  readonly encryptionKey: string | undefined;
  /** Further keys that decrypt secrets in the database. */
  readonly previousEncryptionKeys: readonly string[];
  readonly console: boolean;
  /** How long the server keeps an idle connection open. */
  readonly keepAliveSeconds: number;
  /** The number of serving processes; "auto" means one per core. */
  readonly workers: number | "auto";
  readonly jwtPublicKeyUrl: string | undefined;
  readonly jwtAudience: string | undefined;
  readonly jwtIssuer: string | undefined;
  /** Undefined unless both OIDC_ISSUER and OIDC_CLIENT_ID are set. One without the other is finding C018. */
  readonly oidc: ConsoleClient | undefined;
  /** The path under which proxies serve the gateway, such as `/llm/gateway`; "" for the root of its host. */
  readonly basePath: string;
  /** The proxies whose forwarded headers count. */
  readonly trustedProxies: readonly AddressRange[];
  readonly nextAuthUrl: string | undefined;
  readonly nextAuthSecret: string | undefined;
  /** Further secrets that the console's cookies may be encrypted with. */
  readonly previousNextAuthSecrets: readonly string[];
  readonly redisUrl: string | undefined;
  /** The ClickHouse that answers reports; undefined: PostgreSQL does. */
  readonly analytics: AnalyticsSettings | undefined;
  /** The port on which metrics are served without credentials. */
  readonly metricsPort: number | undefined;
  /** The bearer token that opens the metrics on the main port. */
  readonly metricsToken: string | undefined;
  /** Where alerts go, and the secret that signs webhooks. Unset: one is generated and kept in the database. */
  readonly slackWebhookUrl: string | undefined;
  readonly webhookUrl: string | undefined;
  readonly webhookSecret: string | undefined;
  /** Further secrets that sign webhooks, so that a receiver may verify with either while the secret changes. */
  readonly previousWebhookSecrets: readonly string[];
  /** How long connections are still accepted after a signal to stop. */
  readonly shutdownDelaySeconds: number;
  /** How long requests in flight may go on after the delay. */
  readonly shutdownGraceSeconds: number;
  /** The proxies that requests of the gateway go through. */
  readonly proxies: ProxySettings;
  /** Undefined: no traces are exported. */
  readonly traceExport: TraceExport | undefined;
  /** Looks up a variable for `os.environ/NAME` in the configuration file. */
  lookup(name: string): string | undefined;
  /** The value that a vault has for `vault/PATH#FIELD` or `aws_secret/NAME#FIELD` in the configuration file. */
  vaultSecret(reference: string): VaultAnswer;
  /** How often vaults are read again. */
  readonly secretRefreshSeconds: number;
}

/** The variables that the gateway reads, with their meaning for docs/reference/configuration.md. */
export const ENVIRONMENT_VARIABLES = {
  GATEWAY_CONFIG: "Path of the configuration file. Default `./config.yaml`.",
  GATEWAY_DATA_DIR: "Folder of the embedded database, the spend journal and generated secrets. Default `./data`.",
  GATEWAY_MASTER_KEY: "The master key. Takes precedence over `general_settings.master_key`.",
  GATEWAY_MASTER_KEY_PREVIOUS:
    "Further master keys that are accepted while the key is being changed, separated by commas or lines ([rotation](../operate/rotation.md)).",
  GATEWAY_ENCRYPTION_KEY:
    "Encrypts the API keys of models, the secrets of issuers and the tokens of console sessions in the database. 32 characters or more, and the same on every node. Unset: generated once and kept in the data folder.",
  GATEWAY_ENCRYPTION_KEY_PREVIOUS:
    "Further keys that decrypt what is in the database and never encrypt, separated by commas or lines ([rotation](../operate/rotation.md)).",
  GATEWAY_CONSOLE: "`off` serves only the API, without the console. Default `on`.",
  GATEWAY_WORKERS: "Number of serving processes, or `auto` for one per core. Default 1.",
  GATEWAY_BASE_PATH:
    "Path under which a proxy serves the gateway, such as `/llm/gateway`. Requests may arrive with it or without it ([proxies](../operate/proxies.md)). Unset: the gateway is at the root of its host.",
  GATEWAY_TRUSTED_PROXIES:
    "Addresses and ranges of the proxies in front of the gateway, separated by commas, such as `10.0.0.0/8, ::1`. Only their `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` count. Unset: nobody's.",
  HOST: "Address to listen on. Default `127.0.0.1`.",
  PORT: "Port to listen on, 0 to 65535. Default 4000.",
  KEEP_ALIVE_SECONDS:
    "Idle timeout of connections, in seconds. Set it above that of [a proxy in front](../operate/proxies.md). Default 65.",
  DATABASE_URL: "Address of an external PostgreSQL. Unset: an embedded one in the data folder is used.",
  DATABASE_DIRECT_URL:
    "Address of the same database without a pooler in between, for the change feed and migrations. Unset: `DATABASE_URL`. Needed with a pooler in transaction mode.",
  DATABASE_READ_URL:
    "Address of a replica of the same database, which answers reports, lists and exports of calls and spend. Unset: `DATABASE_URL`.",
  REDIS_URL:
    "Address of a Redis for rate limits that several gateways share: `redis://`, `redis-sentinel://HOST:PORT,HOST:PORT?sentinelMasterId=NAME` or `redis-cluster://HOST:PORT,HOST:PORT`, each with TLS as `rediss…`. Optional.",
  ...ANALYTICS_VARIABLES,
  METRICS_PORT:
    "Port of `HOST` on which `/metrics` is served without credentials. Unset: metrics are only on the main port.",
  METRICS_TOKEN:
    "Bearer token for `GET /metrics` on the main port, and for nothing else. Unset: only administrators may.",
  ...LOG_VARIABLES,
  SLACK_WEBHOOK_URL:
    "Address of a Slack incoming webhook, or one that takes the same messages, for `alerting: [slack]`.",
  WEBHOOK_URL: "Address that [alerts](../guides/alerts.md) are posted to, for `alerting: [webhook]`.",
  WEBHOOK_SECRET:
    "Signs those posts: `whsec_` and the base64 of 24 to 64 bytes. Unset: generated, kept in the database and shown once in the console.",
  WEBHOOK_SECRET_PREVIOUS:
    "Further secrets that sign those posts too while the secret changes, separated by commas or lines. Receivers accept a post if any of its signatures matches theirs.",
  SHUTDOWN_DELAY_SECONDS:
    "Seconds after SIGTERM for which the gateway still accepts connections while readiness answers 503, so that load balancers stop sending first. Default 0.",
  SHUTDOWN_GRACE_SECONDS:
    "Seconds for which requests in flight may continue after that delay. The gateway then ends each with an error. Default 60.",
  JWT_PUBLIC_KEY_URL:
    "Address of the OpenID provider's key set or discovery document. Several are separated by commas.",
  JWT_AUDIENCE: "Audiences that tokens may have, separated by commas. Unset: the audience is not checked.",
  JWT_ISSUER:
    "Issuers that tokens may have, separated by commas. Unset: the issuer is checked only if a discovery document names one.",
  OIDC_ISSUER: "OpenID provider for login to the console. Needs `OIDC_CLIENT_ID`.",
  OIDC_CLIENT_ID: "Client id of the console at that provider.",
  OIDC_CLIENT_SECRET: "Client secret of the console, if it has one.",
  OIDC_SCOPES:
    "Scopes that a login to the console asks for, separated by spaces. Unset: `openid profile email` and the scope in `admin_jwt_scope`.",
  NEXTAUTH_URL:
    "Public address of the console, if it differs from the one that requests arrive at, such as `https://gateway.example`. `GATEWAY_BASE_PATH` is added if it is missing; another path is refused.",
  NEXTAUTH_SECRET:
    "Secret for the console's sessions, the same on every node. Unset: generated and kept in the data folder.",
  NEXTAUTH_SECRET_PREVIOUS:
    "Further secrets under which the console's cookies are accepted and never written, separated by commas or lines ([rotation](../operate/rotation.md)).",
  ...PROXY_VARIABLES,
  ...TRACE_VARIABLES,
  ...VAULT_VARIABLES,
} as const satisfies Readonly<Record<string, string>>;

/**
 * The environment with the configuration file's `environment_variables`. The real environment wins; an empty variable
 * counts as unset. @throws EnvironmentError
 */
export function withFileVariables(environment: Environment, variables: Readonly<Record<string, string>>): Environment {
  return environmentFrom((name) => {
    const real = environment.lookup(name);
    if (real?.trim() || name === "GATEWAY_CONFIG" || !Object.hasOwn(variables, name)) return real;
    return variables[name];
  }, environment.vaultSecret);
}

const DEFAULT_PORT = "4000";

const NO_VAULT = (): VaultAnswer => ({ reason: "vaults are read only for the configuration file" });

/** Reads the environment through a lookup of variables and one of vaults. @throws EnvironmentError */
export function environmentFrom(
  lookup: (name: string) => string | undefined,
  vaultSecret: Environment["vaultSecret"] = NO_VAULT,
): Environment {
  const value = (name: keyof typeof ENVIRONMENT_VARIABLES): string | undefined => lookup(name)?.trim() || undefined;
  const oidcIssuer = value("OIDC_ISSUER");
  const oidcClientId = value("OIDC_CLIENT_ID");
  const workers = value("GATEWAY_WORKERS") ?? "1";
  return {
    port: integer("PORT", value("PORT") ?? DEFAULT_PORT, 0, 65_535),
    host: value("HOST") ?? "127.0.0.1",
    configPath: resolve(/* turbopackIgnore: true */ value("GATEWAY_CONFIG") ?? "config.yaml"),
    dataDirectory: resolve(/* turbopackIgnore: true */ value("GATEWAY_DATA_DIR") ?? "data"),
    databaseUrl: value("DATABASE_URL"),
    databaseDirectUrl: value("DATABASE_DIRECT_URL"),
    databaseReadUrl: value("DATABASE_READ_URL"),
    masterKey: value("GATEWAY_MASTER_KEY"),
    previousMasterKeys: secretList(value("GATEWAY_MASTER_KEY_PREVIOUS")),
    encryptionKey: longSecret("GATEWAY_ENCRYPTION_KEY", value("GATEWAY_ENCRYPTION_KEY")),
    previousEncryptionKeys: secretList(value("GATEWAY_ENCRYPTION_KEY_PREVIOUS")).flatMap(
      (key) => longSecret("GATEWAY_ENCRYPTION_KEY_PREVIOUS", key) ?? [],
    ),
    console: servesConsole(value("GATEWAY_CONSOLE")),
    keepAliveSeconds: integer("KEEP_ALIVE_SECONDS", value("KEEP_ALIVE_SECONDS") ?? "65", 5, 86_400),
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
    basePath: basePathFrom(value("GATEWAY_BASE_PATH")),
    trustedProxies: addressRanges("GATEWAY_TRUSTED_PROXIES", value("GATEWAY_TRUSTED_PROXIES")),
    nextAuthUrl: value("NEXTAUTH_URL"),
    nextAuthSecret: value("NEXTAUTH_SECRET"),
    previousNextAuthSecrets: secretList(value("NEXTAUTH_SECRET_PREVIOUS")),
    redisUrl: redisAddress("REDIS_URL", value("REDIS_URL")),
    analytics: analyticsFrom(lookup),
    metricsPort: metricsPort(value("METRICS_PORT"), value("PORT")),
    metricsToken: bearer("METRICS_TOKEN", value("METRICS_TOKEN")),
    ...logSettingsFrom(value),
    slackWebhookUrl: value("SLACK_WEBHOOK_URL"),
    webhookUrl: value("WEBHOOK_URL"),
    webhookSecret: signingSecret("WEBHOOK_SECRET", value("WEBHOOK_SECRET")),
    previousWebhookSecrets: secretList(value("WEBHOOK_SECRET_PREVIOUS")).flatMap(
      (secret) => signingSecret("WEBHOOK_SECRET_PREVIOUS", secret) ?? [],
    ),
    shutdownDelaySeconds: integer("SHUTDOWN_DELAY_SECONDS", value("SHUTDOWN_DELAY_SECONDS") ?? "0", 0, 3_600),
    shutdownGraceSeconds: integer("SHUTDOWN_GRACE_SECONDS", value("SHUTDOWN_GRACE_SECONDS") ?? "60", 0, 86_400),
    proxies: proxySettingsFrom(lookup),
    traceExport: traceExportFrom(lookup),
    secretRefreshSeconds: integer("SECRET_REFRESH_SECONDS", value("SECRET_REFRESH_SECONDS") ?? "300", 5, 86_400),
    lookup,
    vaultSecret,
  };
}

/** The shortest encryption key. A shorter one could be guessed with the help of a database dump. */
const SHORTEST_ENCRYPTION_KEY = 32;

/** One secret per line, or all on a single line with commas. On lines of its own, a secret may have a comma. */
function secretList(value: string | undefined): readonly string[] {
  const parts = value?.split(value.includes("\n") ? "\n" : ",") ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function longSecret(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && value.length < SHORTEST_ENCRYPTION_KEY) {
    throw new EnvironmentError(
      name,
      `must have ${SHORTEST_ENCRYPTION_KEY} characters or more, as from: openssl rand -base64 32`,
    );
  }
  return value;
}

function signingSecret(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !isWebhookSecret(value))
    throw new EnvironmentError(name, 'must be "whsec_" and base64, as from: echo "whsec_$(openssl rand -base64 32)"');
  return value;
}

/** Without `openid`, the provider issues no ID token and nobody can log in (OpenID Connect Core §3.1.2.1). */
function scopes(name: string, value: string | undefined): readonly string[] | undefined {
  const listed = value?.split(/\s+/);
  if (listed && !listed.includes("openid")) throw new EnvironmentError(name, 'must contain the scope "openid"');
  return listed;
}

/** Refuses other schemes. The client would take their addresses for a Redis, such as a hosted one's REST API. */
/** The address as it is, which `connectRedis` reads. */
function redisAddress(name: string, value: string | undefined): string | undefined {
  const address = value === undefined ? undefined : readRedisAddress(value);
  if (typeof address === "string") throw new EnvironmentError(name, address);
  return value;
}

/** A token that is long enough not to be guessed and that a header can carry. */
const BEARER_TOKEN = /^[\x21-\x7e]{16,4096}$/;

function bearer(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !BEARER_TOKEN.test(value))
    throw new EnvironmentError(name, "must have 16 to 4,096 characters without spaces, as from: openssl rand -hex 24");
  return value;
}

function metricsPort(value: string | undefined, mainPort: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = integer("METRICS_PORT", value, 1, 65_535);
  if (port === Number(mainPort ?? DEFAULT_PORT))
    throw new EnvironmentError("METRICS_PORT", "must be another port than PORT");
  return port;
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
