import type { Environment } from "@/lib/config/environment-variables";
import { PROXY_VARIABLES } from "@/lib/config/proxy-settings";
import { TRACE_VARIABLES } from "@/lib/config/observability/trace-export";
import type { Finding } from "@/lib/config/finding";
import type { ParsedConfig } from "./parse";

/**
 * The variables that a process reads only when it starts. Everything else in the file takes effect when the file
 * changes.
 */
const AT_START = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  GATEWAY_DATA_DIR: ({ dataDirectory }) => dataDirectory,
  KEEP_ALIVE_SECONDS: ({ keepAliveSeconds }) => keepAliveSeconds,
  DATABASE_URL: ({ databaseUrl }) => databaseUrl,
  DATABASE_DIRECT_URL: ({ databaseDirectUrl }) => databaseDirectUrl,
  DATABASE_READ_URL: ({ databaseReadUrl }) => databaseReadUrl,
  GATEWAY_CONSOLE: ({ console }) => console,
  GATEWAY_WORKERS: ({ workers }) => workers,
  REDIS_URL: ({ redisUrl }) => redisUrl,
  ANALYTICS_URL: ({ lookup }) => lookup("ANALYTICS_URL"),
  ANALYTICS_CLUSTER: ({ analytics }) => analytics?.cluster,
  OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
  OIDC_CLIENT_SECRET: ({ oidc }) => oidc?.clientSecret,
  OIDC_SCOPES: ({ oidc }) => oidc?.scopes?.join(" "),
  GATEWAY_BASE_PATH: ({ basePath }) => basePath,
  GATEWAY_TRUSTED_PROXIES: ({ lookup }) => lookup("GATEWAY_TRUSTED_PROXIES"),
  SLACK_WEBHOOK_URL: ({ slackWebhookUrl }) => slackWebhookUrl,
  WEBHOOK_URL: ({ webhookUrl }) => webhookUrl,
  WEBHOOK_SECRET: ({ webhookSecret }) => webhookSecret,
  WEBHOOK_SECRET_PREVIOUS: ({ previousWebhookSecrets }) => previousWebhookSecrets.join("\n"),
  NEXTAUTH_URL: ({ nextAuthUrl }) => nextAuthUrl,
  SECRET_REFRESH_SECONDS: ({ secretRefreshSeconds }) => secretRefreshSeconds,
  NEXTAUTH_SECRET: ({ nextAuthSecret }) => nextAuthSecret,
  NEXTAUTH_SECRET_PREVIOUS: ({ previousNextAuthSecrets }) => previousNextAuthSecrets.join("\n"),
} as const satisfies Readonly<Record<string, (environment: Environment) => unknown>>;

/**
 * Warnings about changes in a file that take effect only after a restart. `before`: the file that the process was
 * started with.
 */
export function restartFindings(
  before: Pick<ParsedConfig, "environment">,
  after: Pick<ParsedConfig, "environment">,
): Finding[] {
  const variables = Object.entries(AT_START).filter(([, read]) => read(before.environment) !== read(after.environment));
  const standard = Object.keys({ ...TRACE_VARIABLES, ...PROXY_VARIABLES }).filter(
    (name) => before.environment.lookup(name) !== after.environment.lookup(name),
  );
  return [...variables.map(([name]) => name), ...standard].map((name) => waits(`environment_variables.${name}`, name));
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
