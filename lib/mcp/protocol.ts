/** The revisions of the protocol that are spoken, to callers and to servers, the newest first. */
export const MODERN_VERSION = "2026-07-28";
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
export const NEWEST_LEGACY = LEGACY_VERSIONS[0];
export const VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];

/**
 * How a peer speaks. `modern`: each request says its version and capabilities. `legacy`: an `initialize` has said them,
 * for a session.
 */
export type Era = "modern" | "legacy";

/** The era of a version; undefined: the gateway does not speak it. */
export function eraOf(version: string): Era | undefined {
  if (version === MODERN_VERSION) return "modern";
  return LEGACY_VERSIONS.some((known) => known === version) ? "legacy" : undefined;
}

const PREFIX = "io.modelcontextprotocol/";

/** What the modern era keeps in `_meta`. */
export const META = {
  version: `${PREFIX}protocolVersion`,
  clientInfo: `${PREFIX}clientInfo`,
  capabilities: `${PREFIX}clientCapabilities`,
  logLevel: `${PREFIX}logLevel`,
  serverInfo: `${PREFIX}serverInfo`,
  subscription: `${PREFIX}subscriptionId`,
} as const;

/** Codes of errors: JSON-RPC's own, and those of the protocol. `lib/rpc-error.ts` has ours. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The codes by which a server shows that it is of the modern era. */
export const MODERN_CODES: ReadonlySet<number> = new Set([
  RPC.headerMismatch,
  RPC.missingCapability,
  RPC.unsupportedVersion,
]);

/** The methods of requests of clients, in any version. */
const METHODS: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "completion/complete",
  "subscriptions/listen",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
]);

/** A method of the protocol; undefined: the protocol has no such method. */
export function knownMethod(method: string): string | undefined {
  return METHODS.has(method) ? method : undefined;
}

/** The methods whose `params` name what is asked for, and where: `mcp-name` mirrors it. */
export const NAMED_BY: Readonly<Record<string, "name" | "uri">> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The methods whose results say how long they may be kept. */
export const CACHEABLE: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "server/discover",
]);
