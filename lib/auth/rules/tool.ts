import { patternsOverlap } from "@/lib/patterns/overlap";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import { quote } from "@/lib/quote";
import { joinedName } from "@/lib/tool-name";
import { endUserFacts, endUserIdOf } from "../end-user";
import { fail, pass, skip, type DecisionInput, type Rule, type Standing } from "../standing";
import { isBoundByToken } from "./bound-by-token";
import { organizationIdsOf } from "./organization";
import { describeRole, permissionsOfRole } from "./role-permissions";

/** A tool server, and the tool of it that is asked for; undefined: its prompts, its resources, or itself. */
interface AskedTool {
  readonly server: string;
  readonly groups: readonly string[];
  readonly tool: string | undefined;
  readonly tier: "read" | "write";
  /** `allow_all_keys` */
  readonly isOpenToAll: boolean;
}

/** Somebody who has a say about tools. */
interface Level {
  readonly owner: string;
  /** Whether what it opens is granted. A key that its own user made only narrows what others grant. */
  readonly isGrant: boolean;
  /** Whether what it does not open is refused. */
  readonly binds: boolean;
  opensServer(asked: AskedTool): boolean;
  /** Asked only of servers that it opens. */
  opensTool(asked: AskedTool): boolean;
}

/**
 * Nothing granted opens nothing, and everybody who says something must agree. One rule decides what is listed and what
 * may be called, so that a tool is listed exactly if a call of it passes.
 */
export const toolRule: Rule = {
  rule: "tool",
  spec: "guides/tools",
  codes: ["mcp_server_not_allowed", "tool_not_allowed"],
  says: "A tool server must be granted by the `object_permission` of the key, the team, the user, the end user or an organisation, by `mcp_tools` of the role or of a scope, or by `allow_all_keys`; and each of them that says something must allow the server, the tool and its tier. The master key may call every tool that is served.",
  check(input, standing) {
    const { identity, request, settings } = input;
    const { mcpServer: name, mcpTool: tool } = request;
    if (name === undefined) return skip("The request names no tool server.");
    const server = settings.mcpServers?.find((one) => one.name === name);
    const asked: AskedTool = {
      server: name,
      groups: server?.access_groups ?? [],
      tool,
      tier: request.mcpTier ?? "write",
      isOpenToAll: server?.allow_all_keys ?? false,
    };
    const isMaster = identity.kind === "master-key";
    const levels = isMaster ? [] : levelsOf(input, standing);
    const closing = levels.find((level) => level.binds && !level.opensServer(asked));
    if (closing)
      return fail("mcp_server_not_allowed", `The server ${quote(name)} is not among those of ${closing.owner}.`);
    const granting = levels.find((level) => level.isGrant && level.opensServer(asked));
    // An unknown server is refused as one that nobody grants, so that nobody can find out which there are.
    if (!server || !(isMaster || asked.isOpenToAll || granting))
      return fail("mcp_server_not_allowed", `Nothing opens the server ${quote(name)} to the caller.`);
    if (tool === undefined) return pass(`The server ${quote(name)} is open to the caller.`);
    const refusing = levels.find((level) => level.binds && !level.opensTool(asked));
    if (refusing || !isServed(server, tool))
      return fail(
        "tool_not_allowed",
        `The tool ${quote(tool)} of the server ${quote(name)} is not among those of ${refusing?.owner ?? "the server"}.`,
      );
    const grants = isMaster || asked.isOpenToAll || levels.some((level) => level.isGrant && mayCall(level, asked));
    return grants
      ? pass(`The tool ${quote(tool)} of the server ${quote(name)} is open to the caller.`)
      : fail("tool_not_allowed", `Nothing opens the tool ${quote(tool)} of the server ${quote(name)} to the caller.`);
  },
};

function mayCall(level: Level, asked: AskedTool): boolean {
  return level.opensServer(asked) && level.opensTool(asked);
}

/** Whether the settings of a server let a tool of it be called at all. */
function isServed(
  {
    allowed_tools: allowed,
    disallowed_tools: disallowed,
  }: { readonly allowed_tools?: readonly string[] | undefined; readonly disallowed_tools: readonly string[] },
  tool: string,
): boolean {
  return (allowed === undefined || isAmong(allowed, tool)) && !isAmong(disallowed, tool);
}

function isAmong(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

function levelsOf(input: DecisionInput, standing: Standing): readonly Level[] {
  const { identity, facts, request } = input;
  const { team, user } = standing;
  const endUser = endUserFacts(facts, endUserIdOf({ identity, request, facts }, team?.id));
  const rows: readonly (readonly [owner: string, says: ObjectPermission | null | undefined, isGrant: boolean])[] = [
    ["the key", identity.key?.objectPermission, identity.key?.maker === null],
    [`the team ${quote(team?.id ?? "")}`, team?.facts?.objectPermission, true],
    [`the user ${quote(user?.id ?? "")}`, user?.facts?.objectPermission, true],
    ...organizationIdsOf(identity, standing).map(
      (id) => [`the organisation ${quote(id)}`, facts.organizations.get(id)?.objectPermission, true] as const,
    ),
    [`the end user ${quote(endUser?.id ?? "")}`, endUser?.objectPermission, true],
  ];
  return [
    ...rows.flatMap(([owner, says, isGrant]) => (says ? [permissionLevel(owner, says, isGrant)] : [])),
    ...roleLevel(input, standing),
    ...scopeLevel(input),
  ];
}

function permissionLevel(
  owner: string,
  {
    mcp_servers: servers,
    mcp_access_groups: groups,
    mcp_tool_permissions: tools,
    mcp_max_tier: maximum,
  }: ObjectPermission,
  isGrant: boolean,
): Level {
  const saysServers = (servers ?? groups ?? tools) !== undefined;
  const toolsOf = (server: string): readonly string[] | undefined =>
    tools !== undefined && Object.hasOwn(tools, server) ? tools[server] : undefined;
  return {
    owner,
    isGrant: isGrant && saysServers,
    binds: true,
    opensServer: ({ server, groups: its, isOpenToAll }) =>
      !saysServers ||
      isOpenToAll ||
      (servers?.includes(server) ?? false) ||
      toolsOf(server) !== undefined ||
      (groups?.some((group) => its.includes(group)) ?? false),
    opensTool: ({ server, tool, tier }) => {
      const named = toolsOf(server);
      const isNamed = named === undefined || (tool !== undefined && isAmong(named, tool));
      return isNamed && (maximum !== "read" || tier === "read");
    },
  };
}

/** A level of `*` patterns of `server-tool`. */
function patternLevel(owner: string, patterns: readonly string[], binds: boolean): Level {
  return {
    owner,
    isGrant: true,
    binds,
    opensServer: ({ server }) =>
      patterns.some((pattern) => patternsOverlap(pattern, joinedName({ server, tool: "*" }))),
    opensTool: ({ server, tool }) => tool !== undefined && isAmong(patterns, joinedName({ server, tool })),
  };
}

function roleLevel(input: DecisionInput, { role }: Standing): readonly Level[] {
  const { tools } = permissionsOfRole(input, role);
  return tools ? [patternLevel(describeRole(input, role), tools.names, tools.bind)] : [];
}

/** Scopes have a say about tools once a mapping names some. A key has the scopes of the token that made it. */
function scopeLevel({ identity, settings: { jwtAuth } }: DecisionInput): readonly Level[] {
  if (!isBoundByToken(identity) || !jwtAuth.enforce_scope_based_access) return [];
  if (jwtAuth.scope_mappings.every(({ mcp_tools: tools }) => tools === undefined)) return [];
  const scopes = new Set(identity.scopes);
  const names = jwtAuth.scope_mappings.flatMap(({ scope, mcp_tools: tools = [] }) => (scopes.has(scope) ? tools : []));
  return [patternLevel("the token's scopes", names, true)];
}
