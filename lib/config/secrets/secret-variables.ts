import { ENVIRONMENT_VARIABLES } from "../environment-variables";

/** The variables of the gateway that hold secrets. `NAME_FILE` may name a file with the value in place of `NAME`. */
export const SECRET_VARIABLES = [
  "GATEWAY_MASTER_KEY",
  "GATEWAY_MASTER_KEY_PREVIOUS",
  "GATEWAY_ENCRYPTION_KEY",
  "GATEWAY_ENCRYPTION_KEY_PREVIOUS",
  "NEXTAUTH_SECRET",
  "NEXTAUTH_SECRET_PREVIOUS",
  "OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "REDIS_URL",
  "ANALYTICS_URL",
  "METRICS_TOKEN",
  "SLACK_WEBHOOK_URL",
  "WEBHOOK_URL",
  "WEBHOOK_SECRET",
  "WEBHOOK_SECRET_PREVIOUS",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "VAULT_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
] as const satisfies readonly (keyof typeof ENVIRONMENT_VARIABLES)[];

const SECRETS: ReadonlySet<string> = new Set(SECRET_VARIABLES);

/** Whether a variable may be given as a file: a secret of the gateway, or any variable that a setting refers to. */
export function mayComeFromFile(name: string): boolean {
  return SECRETS.has(name) || !Object.hasOwn(ENVIRONMENT_VARIABLES, name);
}
