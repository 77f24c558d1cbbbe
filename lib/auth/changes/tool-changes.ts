import { joinedName } from "@/lib/tool-name";
import { opensHostedTool } from "../rules/hosted-tool";
import { isBoundByToken } from "../rules/bound-by-token";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import type { Situation } from "./situation";

/** Grants of a tool server to whom the request is charged: a grant opens no server that is not there. */
export function toolGrants({ identity, facts, settings, request }: Situation): Change[] {
  const { mcpServer: server, mcpTool: tool, mcpTier: tier } = request;
  if (server === undefined || !settings.mcpServers?.some(({ name }) => name === server)) return [];
  const to = (holder: Extract<Change, { kind: "allow-tool" }>["holder"], ids: Iterable<string>): Change[] =>
    [...ids].slice(0, MOST_OF_A_KIND).map((id) => ({
      kind: "allow-tool",
      holder,
      id,
      server,
      ...(tool !== undefined && { tool }),
      ...(tier !== undefined && { tier }),
    }));
  return [
    ...to("key", identity.key ? [identity.key.id] : []),
    ...to("team", facts.teams.keys()),
    ...to("user", facts.users.keys()),
    ...to("organization", facts.organizations.keys()),
    ...to("end_user", facts.endUsers.rows.keys()),
  ];
}

/** Mappings of the token's scopes to the tool. */
export function toolMappings({ identity, settings: { jwtAuth }, request }: Situation): Change[] {
  const { mcpServer: server, mcpTool: tool } = request;
  if (!isBoundByToken(identity) || !jwtAuth.enforce_scope_based_access || server === undefined || tool === undefined)
    return [];
  const name = joinedName({ server, tool });
  return identity.scopes.slice(0, MOST_OF_A_KIND).map((scope) => ({ kind: "map-tool", scope, tool: name }));
}

/** More hosted tools in each list that refuses one of those that the call brings. */
export function hostedTools({ identity, facts, settings: { jwtAuth }, request }: Situation): Change[] {
  const { hostedTools: brought } = request;
  if (brought === undefined) return [];
  const refusing = (
    holder: Extract<Change, { kind: "allow-hosted-tools" }>["holder"],
    id: string,
    patterns: readonly string[] | null | undefined,
  ): Change[] => {
    const tools = patterns ? brought.filter((name) => !opensHostedTool(patterns, name)) : [];
    return tools.length === 0 ? [] : [{ kind: "allow-hosted-tools", holder, id, tools }];
  };
  const { key } = identity;
  const isBound = isBoundByToken(identity) && jwtAuth.enforce_rbac;
  const roles = isBound ? jwtAuth.role_permissions : [];
  const mappings = isBound ? jwtAuth.role_mappings.filter(({ hosted_tools: own }) => own !== undefined) : [];
  return [
    ...(key ? refusing("key", key.id, key.hostedTools) : []),
    ...[...facts.teams.values()]
      .slice(0, MOST_OF_A_KIND)
      .flatMap(({ id, hostedTools: own }) => refusing("team", id, own)),
    ...roles.flatMap(({ role, hosted_tools: own }) => refusing("role", role, own)),
    ...mappings.slice(0, MOST_OF_A_KIND).flatMap(({ role, hosted_tools: own }) => refusing("role mapping", role, own)),
  ];
}
