import type { Environment } from "@/lib/config/environment-variables";
import type { Finding } from "@/lib/config/finding";
import type { ParsedConfig } from "./parse";
import type { ConfigFile } from "@/lib/config/schema";

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
  NEXTAUTH_URL: ({ nextAuthUrl }) => nextAuthUrl,
  NEXTAUTH_SECRET: ({ nextAuthSecret }) => nextAuthSecret,
} as const satisfies Readonly<Record<string, (environment: Environment) => unknown>>;

type Usable = ParsedConfig & { readonly file: ConfigFile };

/** The changes in a file that take effect only after a restart. `before` is what the process was started with. */
export function restartFindings(before: Usable, after: Usable): Finding[] {
  const variables = Object.entries(AT_START).filter(([, read]) => read(before.environment) !== read(after.environment));
  return [
    ...variables.map(([name]) => waits(`environment_variables.${name}`, name)),
    ...(customValidate(before.file) === customValidate(after.file)
      ? []
      : [waits("gateway_jwtauth.custom_validate", "custom_validate")]),
  ];
}

function customValidate(file: ConfigFile): string | undefined {
  return file.gateway_jwtauth?.custom_validate ?? file.general_settings?.gateway_jwtauth?.custom_validate;
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
