import { issuersOf } from "@/lib/auth/issuer-tenants";
import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import { checksAudience } from "@/lib/auth/token/audiences";
import { issuerOfDiscovery } from "@/lib/auth/token/discovery-address";
import type { ScopeMapping, Settings } from "@/lib/config/schema";
import type { ApiRequest } from "@/lib/doors/contract";
import { peerOf } from "@/lib/http/caller-address";
import { type AddressSettings, publicAddress } from "@/lib/http/public-address";
import { isToolPath } from "@/lib/mcp/tool-paths";
import { patternsOverlap } from "@/lib/patterns/overlap";
import { joinedName } from "@/lib/tool-name";
import { signInEntries } from "./sign-in/sign-in-provider";

/** Where metadata of a protected resource is, before the path of the resource (RFC 9728 §3.1). */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** What clients need to know to get a token for an address of tools (RFC 9728 §2). */
export interface ProtectedResource {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly bearer_methods_supported: readonly ["header"];
}

type IssuerSettings = Pick<Settings, "jwtAuth" | "audiences" | "issuers" | "publicKeyUrls">;
type Addressed = Pick<ApiRequest, "headers" | "connection">;
type GatewayAddress = AddressSettings & { readonly basePath: string };

/** The address of this gateway as the caller knows it, with its base path and without a slash at the end. */
export function gatewayAddress(environment: GatewayAddress, { headers, connection }: Addressed): string {
  const { isSecure, host } = publicAddress(environment, headers, peerOf(connection));
  return `${isSecure ? "https" : "http"}://${host}${environment.basePath}`;
}

/**
 * The metadata of an address of tools, whether or not there are servers of its name. `path`: without the base path;
 * empty for the gateway itself. Undefined: the path is not an address of tools.
 */
export function protectedResource(
  settings: IssuerSettings,
  address: string,
  path: string,
): ProtectedResource | undefined {
  if (path !== "" && !isToolPath(path)) return undefined;
  const scopes = scopesFor(settings, path);
  return {
    resource: address + path,
    authorization_servers: toolIssuers(settings, address),
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
  };
}

/**
 * Who gives tokens that open tools: the issuers whose tokens must name an audience, and the gateway in place of those
 * at which it signs users in.
 */
function toolIssuers(settings: IssuerSettings, address: string): readonly string[] {
  const { jwtAuth, issuers, publicKeyUrls } = settings;
  const named = issuers.length > 0 ? issuers : publicKeyUrls.flatMap((url) => issuerOfDiscovery(url) ?? []);
  const all = new Set([...jwtAuth.issuers.flatMap(issuersOf), ...named]);
  const own = new Set(signInEntries(settings).map(({ issuer }) => issuer));
  const open = [...all].filter((issuer) => checksAudience(issuer, settings));
  return [...new Set(open.map((issuer) => (own.has(issuer) ? address : issuer)))];
}

/**
 * The scopes that open tools at an address, of all issuers. Where none is for the server that the path names, all of
 * them: the answer does not disclose which servers and groups exist.
 */
export function scopesFor(settings: Pick<Settings, "jwtAuth">, path: string): readonly string[] {
  const all = [settings, ...settings.jwtAuth.issuers.map((entry) => settingsOfEntry(entry, settings))].flatMap(
    ({ jwtAuth: { enforce_scope_based_access: isEnforced, scope_mappings: mappings } }) =>
      isEnforced ? mappings.filter(({ mcp_tools: tools = [] }) => tools.length > 0) : [],
  );
  const server = path.split("/").find((part) => part !== "" && part !== "mcp" && part !== "v1");
  const its = server === undefined ? [] : all.filter((mapping) => opensServer(mapping, server));
  return [...new Set((its.length > 0 ? its : all).map(({ scope }) => scope))];
}

function opensServer({ mcp_tools: tools = [] }: Pick<ScopeMapping, "mcp_tools">, server: string): boolean {
  return tools.some((tool) => patternsOverlap(tool, joinedName({ server, tool: "*" })));
}
