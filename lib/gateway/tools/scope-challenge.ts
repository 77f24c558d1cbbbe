import { settingsOfCaller } from "@/lib/auth/issuer-settings";
import type { Identity } from "@/lib/auth/decision";
import type { ScopeMapping, Settings } from "@/lib/config/schema";
import { patternsOverlap } from "@/lib/patterns/overlap";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { joinedName } from "@/lib/tool-name";
import type { Caller } from "../request/caller";
import { decideAbout, loadKnownIdentity } from "../request/known-identity";
import type { Services } from "../services";
import type { NamedTool } from "./open-tools";

/**
 * The scopes that would admit a refused caller: those of the token that open tools, and the one more with the
 * smallest mapping. Undefined: no scope would do. `passes` says whether a token with these scopes is admitted.
 */
export function scopesNeeded(
  identity: Pick<Identity, "kind" | "issuer" | "key" | "scopes">,
  named: NamedTool,
  settings: Pick<Settings, "jwtAuth">,
  passes: (scopes: readonly string[]) => boolean,
): readonly string[] | undefined {
  const { enforce_scope_based_access: isEnforced, scope_mappings: all } = settingsOfCaller(identity, settings).jwtAuth;
  // Nobody can ask for another token of a key.
  if (identity.kind !== "jwt" || !isEnforced) return undefined;
  const own = new Set(identity.scopes);
  const mappings = all.filter(({ mcp_tools: tools = [] }) => tools.length > 0);
  const missing = mappings
    .filter((mapping) => !own.has(mapping.scope) && opens(mapping, named))
    .sort((one, other) => compare(narrowness(other), narrowness(one)) || toolsOf(one).length - toolsOf(other).length)
    .find(({ scope }) => passes([...identity.scopes, scope]));
  if (!missing) return undefined;
  return [...mappings.flatMap(({ scope }) => (own.has(scope) ? [scope] : [])), missing.scope];
}

function toolsOf({ mcp_tools: tools = [] }: Pick<ScopeMapping, "mcp_tools">): readonly string[] {
  return tools;
}

/** How many characters its widest pattern prescribes. One without stars opens a single tool. */
function narrowness(mapping: ScopeMapping): number {
  return Math.min(...toolsOf(mapping).map((tool) => (tool.includes("*") ? tool.replaceAll("*", "").length : Infinity)));
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function opens(mapping: ScopeMapping, { mcpServer: server = "", mcpTool: tool }: NamedTool): boolean {
  const name = joinedName({ server, tool: tool ?? "*" });
  return toolsOf(mapping).some((one) => (tool === undefined ? patternsOverlap(one, name) : matchesPattern(one, name)));
}

/** `scopesNeeded`, decided about as the refused request was. @throws GatewayError directory_unavailable */
export async function scopesForCaller(
  services: Pick<Services, "settings" | "directory" | "now">,
  { identity, access }: Pick<Caller, "identity" | "access">,
  named: NamedTool,
): Promise<readonly string[] | undefined> {
  const settings = services.settings.current();
  const request = { ...access, ...named };
  const factSettings = { scope: settings.general.end_user_scope, jwtAuth: [settings.jwtAuth] };
  const { facts } = await loadKnownIdentity(services.directory, identity, request, factSettings);
  const now = services.now();
  return scopesNeeded(
    identity,
    named,
    settings,
    (scopes) => decideAbout({ identity: { ...identity, scopes }, facts }, request, settings, now).allow,
  );
}
