import type { Access, Effect } from "./access";
import type { AccessRequest } from "./decision";
import type { RouteFamily } from "./routes";

/** What a decision reads of an operation. */
export interface OperationAccess {
  readonly path: string;
  /** What the rules call it; undefined: its path. */
  readonly route?: string;
  readonly family: RouteFamily;
  readonly access: Access;
  readonly effect: Effect;
  /** Set if the body of a call names a model. */
  readonly modelBody?: unknown;
}

/** Looks up an operation by the method and the path of a request. */
export type FindOperationAccess = (method: string, path: string) => { readonly operation: OperationAccess } | undefined;

/** A request as somebody describes it, to learn how it would be decided. */
export interface DescribedRequest {
  readonly method: string;
  /** Default: that of tools where a tool server is named, else that of chat completions. */
  readonly route?: string | undefined;
  readonly model?: string | undefined;
  readonly team_id?: string | undefined;
  readonly organization_id?: string | undefined;
  readonly user?: string | undefined;
  /** A tool server, by its name. */
  readonly mcp_server?: string | undefined;
  /** A tool of it, by its own name. */
  readonly tool?: string | undefined;
  /** Whether the server says that the tool only reads. */
  readonly tool_tier?: "read" | "write" | undefined;
  /** The tools that a model call brings, by type or address. */
  readonly hosted_tools?: readonly string[] | undefined;
}

/** Why nothing can be decided about a request, and the field at fault. */
export interface RequestFault {
  readonly param: "route" | "model" | "mcp_server" | "hosted_tools";
  readonly message: string;
}

/** The request that a description makes, or what is wrong with the description. */
export function accessRequestOf(
  described: DescribedRequest,
  find: FindOperationAccess,
): { readonly request: AccessRequest } | { readonly fault: RequestFault } {
  const { method, model, user, mcp_server: mcpServer, tool, hosted_tools: hostedTools } = described;
  const { route = mcpServer === undefined ? "/v1/chat/completions" : "/mcp" } = described;
  const { team_id: requestedTeam, organization_id: requestedOrganization } = described;
  const operation = find(method, route)?.operation;
  if (!operation)
    return {
      fault: { param: "route", message: `There is no route ${method} ${JSON.stringify(route.slice(0, 120))}.` },
    };
  if (operation.access === "public")
    return { fault: { param: "route", message: "That route is public, so no decision is made about it." } };
  const namesModel = operation.modelBody !== undefined;
  if (namesModel && model === undefined)
    return { fault: { param: "model", message: "Calls of that route name a model; send `model`." } };
  if (mcpServer !== undefined && operation.family !== "mcp_routes")
    return { fault: { param: "mcp_server", message: "Only /mcp leads to tool servers." } };
  if (tool !== undefined && mcpServer === undefined)
    return { fault: { param: "mcp_server", message: "Name the server of the tool." } };
  if (hostedTools?.length && !namesModel)
    return { fault: { param: "hosted_tools", message: "Only calls of models bring tools." } };
  const named = {
    ...(namesModel && { model, endUser: user, hostedTools: hostedTools?.length ? hostedTools : undefined }),
    ...(mcpServer !== undefined && { mcpServer, mcpTool: tool, mcpTier: described.tool_tier }),
  };
  return { request: requestFor(method, operation, { ...named, requestedTeam, requestedOrganization }) };
}

/** A request for an operation, with what it names besides. */
export function requestFor(
  method: string,
  { path, route = path, family, access, effect }: OperationAccess,
  named: Partial<NamedInRequest> = {},
): AccessRequest {
  return { method, route, family, access, effect, ...NAMES_NOTHING, ...named };
}

type NamedInRequest = Omit<AccessRequest, "method" | "route" | "family" | "access" | "effect">;

const NAMES_NOTHING: NamedInRequest = {
  model: undefined,
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
};
