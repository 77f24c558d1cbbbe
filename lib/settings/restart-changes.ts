import type { Environment } from "@/lib/config/environment-variables";
import type { Finding } from "@/lib/config/finding";
import type { ParsedConfig } from "./parse";

/** The settings that a process is created with. Everything else in the file is read again when it changes. */
const AT_START = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  GATEWAY_DATA_DIR: ({ dataDirectory }) => dataDirectory,
  DATABASE_URL: ({ databaseUrl }) => databaseUrl,
  DATABASE_DIRECT_URL: ({ databaseDirectUrl }) => databaseDirectUrl,
  GATEWAY_ENCRYPTION_KEY: ({ encryptionKey }) => encryptionKey,
  GATEWAY_CONSOLE: ({ console }) => console,
  GATEWAY_WORKERS: ({ workers }) => workers,
  REDIS_URL: ({ redisUrl }) => redisUrl,
  OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
  OIDC_CLIENT_SECRET: ({ oidc }) => oidc?.clientSecret,
  OIDC_SCOPES: ({ oidc }) => oidc?.scopes?.join(" "),
  GATEWAY_TRUSTED_PROXIES: ({ lookup }) => lookup("GATEWAY_TRUSTED_PROXIES"),
  NEXTAUTH_URL: ({ nextAuthUrl }) => nextAuthUrl,
  NEXTAUTH_SECRET: ({ nextAuthSecret }) => nextAuthSecret,
} as const satisfies Readonly<Record<string, (environment: Environment) => unknown>>;

/** The changes in a file that take effect only after a restart. `before` is what the process was started with. */
export function restartFindings(
  before: Pick<ParsedConfig, "environment">,
  after: Pick<ParsedConfig, "environment">,
): Finding[] {
  const variables = Object.entries(AT_START).filter(([, read]) => read(before.environment) !== read(after.environment));
  return variables.map(([name]) => waits(`environment_variables.${name}`, name));
}

function waits(path: string, name: string): Finding {
  return {
    number: "C059",
    severity: "warning",
    path,
    message: `${name} has been changed and is not in force yet; the rest of the file is`,
    fix: "restart the gateway",
  };
}
