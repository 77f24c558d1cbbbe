import { EnvironmentError } from "../environment-error";
import { Secret } from "../secret";

/** The ClickHouse that answers reports. */
export interface AnalyticsSettings {
  /** The origin of its HTTP interface, such as `http://clickhouse.example:8123`. */
  readonly origin: string;
  readonly database: string;
  readonly user: string;
  readonly password: Secret;
  /** The cluster on which replicated tables are made. Undefined: they are made on this server alone. */
  readonly cluster: string | undefined;
}

/** The variables, with their meaning for docs/reference/configuration.md. */
export const ANALYTICS_VARIABLES = {
  ANALYTICS_URL:
    "Address of a ClickHouse that answers reports, as `clickhouse://USER:PASSWORD@HOST:8123/DATABASE`, or `clickhouses://` for TLS ([analytics](../guides/analytics.md)). The port is that of its HTTP interface. Unset: PostgreSQL answers.",
  ANALYTICS_CLUSTER: "Name of the ClickHouse cluster on which its tables are made, replicated. Unset: one server.",
} as const satisfies Readonly<Record<string, string>>;

const SCHEMES: Readonly<Record<string, { readonly scheme: "http" | "https"; readonly port: string }>> = {
  "clickhouse:": { scheme: "http", port: "8123" },
  "http:": { scheme: "http", port: "8123" },
  "clickhouses:": { scheme: "https", port: "8443" },
  "https:": { scheme: "https", port: "8443" },
};
const DATABASE = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
/** Braces hold ClickHouse's macros, such as `{cluster}`. */
const CLUSTER = /^[A-Za-z0-9_.{}-]{1,128}$/;
const EXAMPLE = "as in: clickhouse://gateway:PASSWORD@clickhouse.example:8123/gateway";

/** Reads the variables. Undefined: there is no ClickHouse. @throws EnvironmentError, never with a value */
export function analyticsFrom(lookup: (name: string) => string | undefined): AnalyticsSettings | undefined {
  const text = lookup("ANALYTICS_URL")?.trim();
  if (!text) return undefined;
  const cluster = lookup("ANALYTICS_CLUSTER")?.trim() || undefined;
  if (cluster !== undefined && !CLUSTER.test(cluster))
    throw new EnvironmentError("ANALYTICS_CLUSTER", "must be the name of a cluster, or a macro such as {cluster}");
  return { ...addressOf(text), cluster };
}

function addressOf(text: string): Omit<AnalyticsSettings, "cluster"> {
  // For schemes that it does not know, the URL parser knows no default port and does not normalise hosts.
  const known = SCHEMES[/^[a-z]+:/.exec(text)?.[0] ?? ""];
  const rest = text.replace(/^[a-z]+:/, "");
  const url = known && parseUrl(`${known.scheme}:${rest}`);
  if (!url || !rest.startsWith("//")) throw new EnvironmentError("ANALYTICS_URL", `must be an address, ${EXAMPLE}`);
  const database = url.pathname.slice(1).replace(/\/$/, "");
  if (!DATABASE.test(database) || url.search !== "" || url.hash !== "")
    throw new EnvironmentError("ANALYTICS_URL", `must end with the name of a database, ${EXAMPLE}`);
  const host = url.hostname;
  const port = /:(\d+)$/.exec(authorityOf(rest))?.[1] ?? known.port;
  if (port === "9000" || port === "9440")
    throw new EnvironmentError("ANALYTICS_URL", "must have the port of the HTTP interface, usually 8123 or 8443");
  return {
    origin: new URL(`${known.scheme}://${host}:${port}`).origin,
    database,
    user: decoded(url.username) || "default",
    password: new Secret(decoded(url.password)),
  };
}

function authorityOf(rest: string): string {
  const authority = rest.slice(2).split("/")[0] ?? "";
  return authority.slice(authority.lastIndexOf("@") + 1);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new EnvironmentError("ANALYTICS_URL", "must have its user and password percent-encoded");
  }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
