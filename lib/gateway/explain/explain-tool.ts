import type { AccessRequest, Check, Claims, Decision, Identity, IdentityFault } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import type { Settings } from "@/lib/config/schema";
import type { ErrorCode } from "@/lib/errors";
import { judgeTools } from "@/lib/mcp/judge-tools";
import type { ToolTier } from "@/lib/mcp/tool-definition";
import { objectAt, type JsonObject } from "@/lib/providers/json-value";
import type { Services } from "../services";
import { heldBecause, shownTool } from "../tools/judged-tools";
import { APPROVAL, ARGUMENTS, argumentFault } from "../tools/tool-checks";
import { ownAudiencesFor } from "../tools/own-audiences";
import { toolTokenFault } from "../tools/token-fault";

type Asked = Pick<AccessRequest, "mcpServer" | "mcpTool">;

/** The request as a call would make it: whether its tool only reads is what the server says of it. */
export async function withTier(services: Services, request: AccessRequest, settings: Settings): Promise<AccessRequest> {
  const { mcpServer, mcpTool } = request;
  const server = settings.mcpServers.find(({ name }) => name === mcpServer);
  if (!server || mcpTool === undefined) return request;
  const judged = await shownTool(services, server, mcpTool);
  return { ...request, mcpTier: judged?.tier };
}

/** Whether a tool only reads, from what this process knows without asking its server. */
export function rememberedTier(
  { settings, toolServers, toolPins }: Pick<Services, "settings" | "toolServers" | "toolPins">,
  { mcpServer, mcpTool }: Asked,
): ToolTier | undefined {
  const server = settings.current().mcpServers.find(({ name }) => name === mcpServer);
  if (!server || mcpTool === undefined) return undefined;
  const pins = toolPins.of(server.name);
  const known = judgeTools(toolServers.of(server).lists.own.read?.tools ?? [], pins, server.on_tool_change);
  return known.find(({ tool }) => tool.name === mcpTool)?.tier ?? pins.get(mcpTool)?.tier;
}

/** A refusal that is not the rules', in its place among the checks. */
interface ToolRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly checks: readonly Check[];
}

/** The codes of the rule `tool`, which is asked after the audience. */
const OF_RULE: ReadonlySet<ErrorCode> = new Set(["mcp_server_not_allowed", "tool_not_allowed"]);

/** What is asked. `body`: the message of the call; undefined: one without arguments. */
interface Asking {
  readonly request: AccessRequest;
  readonly settings: Settings;
  readonly body?: JsonObject | undefined;
  /** Of the caller's token; undefined: the caller has none, or it is not kept. */
  readonly claims: Claims | undefined;
}

/** Why a call of a tool is refused beside the rules, as the request path refuses it; undefined: it is not. */
export async function explainTool(
  services: Services,
  { identity, decision }: { readonly identity: Identity | IdentityFault; readonly decision: Decision },
  { request, settings, body, claims }: Asking,
): Promise<ToolRefusal | undefined> {
  if (request.family !== "mcp_routes" || isFault(identity)) return undefined;
  const reachesTool = decision.allow || OF_RULE.has(decision.code);
  const { mcpServer, mcpTool } = request;
  const own = () => ownAudiencesFor(services.environment, mcpServer);
  const ofToken = reachesTool ? toolTokenFault(identity, claims, settings, own) : undefined;
  if (ofToken) return refusal(ofToken.code, { rule: ofToken.rule, spec: APPROVAL.spec }, ofToken.message);
  const server = settings.mcpServers.find(({ name }) => name === mcpServer);
  if (!decision.allow || !server || mcpTool === undefined) return undefined;
  const held = heldBecause(server, mcpTool, await shownTool(services, server, mcpTool));
  if (held !== undefined) return refusal("tool_held", APPROVAL, held);
  const given = objectAt(objectAt(body ?? {}, "params"), "arguments");
  const fault = argumentFault(server, { tool: mcpTool, given });
  return fault && refusal("tool_param_not_allowed", ARGUMENTS, fault.message);
}

function refusal(code: ErrorCode, what: Pick<Check, "rule" | "spec">, message: string): ToolRefusal {
  return { code, message, checks: [{ ...what, outcome: "fail", because: message }] };
}
