import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { RequestMessage } from "@/lib/mcp/message";
import { parameterFault } from "@/lib/mcp/mirrored-headers";
import { RPC } from "@/lib/mcp/protocol";
import type { JudgedTool } from "@/lib/mcp/judge-tools";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { Caller } from "../request/caller";
import { recordRefusal } from "../request/record-refusal";
import { bookCall } from "./book-call";
import { ConnectionRequired } from "./connections/connection-required";
import { asksUsers } from "./connections/issued-for";
import { errorReplyTo, listingFor, stateOf, type Conversation } from "./conversation";
import { forwardRequest } from "./forward-request";
import type { FoundName } from "./found-name";
import { heldBecause, judgedTool, shownTool } from "./judged-tools";
import { APPROVAL, ARGUMENTS, argumentFault } from "./tool-checks";
import { namedTool } from "./open-tools";

/** Calls a tool: decided, booked, and sent once. @throws GatewayError */
export async function callTool(
  conversation: Conversation,
  asked: RequestMessage,
  named: FoundName | undefined,
): Promise<ApiReply> {
  const { services } = conversation;
  if (!named) {
    const message = `There is no tool ${JSON.stringify(String(asked.params["name"]).slice(0, 120))}. tools/list names those that you may call.`;
    return errorReplyTo(conversation, asked.id, { code: RPC.invalidParams, message });
  }
  const { server: name, name: tool, at: server } = named;
  if (!server) {
    await conversation.admit({ mcpServer: name, mcpTool: tool });
    throw new GatewayError(
      "mcp_server_not_allowed",
      `The server ${JSON.stringify(name.slice(0, 120))} is not at this address.`,
    );
  }
  const state = stateOf(conversation, server);
  const missing = await missingConnection(conversation, server);
  const judged = missing
    ? await shownTool(services, server, tool)
    : await judgedTool(services, server, tool, { asking: listingFor(conversation, server) });
  const caller = await conversation.admit(judged ? namedTool(server, judged) : { mcpServer: name, mcpTool: tool });
  requireApproval(conversation, caller, server, { tool, judged });
  requireParameters(conversation, caller, server, { tool, given: asked.params["arguments"] });
  const inputSchema = judged?.tool.value["inputSchema"];
  const mismatch =
    conversation.envelope.era === "modern" &&
    parameterFault(conversation.request.headers, inputSchema, asked.params["arguments"]);
  if (mismatch) return errorReplyTo(conversation, asked.id, { code: RPC.headerMismatch, message: mismatch });
  if (missing) throw missing;
  const booked = await bookCall(services, { ...conversation, caller }, { server, tool });
  return forwardRequest(
    { ...conversation, caller },
    asked,
    {
      state,
      method: asked.method,
      params: { ...asked.params, name: tool },
      inputSchema,
    },
    booked,
  );
}

/**
 * Why a server cannot be asked for the caller's user; undefined: it can. Who may not call the tool at all hears only
 * that. @throws GatewayError upstream_access_refused, directory_unavailable
 */
async function missingConnection(
  { services, caller }: Conversation,
  server: McpServer,
): Promise<GatewayError | undefined> {
  if (!asksUsers(server)) return undefined;
  try {
    await services.toolConnections.token(server, caller.principal.userId);
    return undefined;
  } catch (error) {
    if (error instanceof ConnectionRequired) return error;
    if (error instanceof GatewayError && error.code === "user_required") return error;
    throw error;
  }
}

/** @throws GatewayError tool_held */
function requireApproval(
  conversation: Conversation,
  caller: Caller,
  server: McpServer,
  { tool, judged }: { readonly tool: string; readonly judged: JudgedTool | undefined },
): void {
  const message = heldBecause(server, tool, judged);
  if (message !== undefined) throw refusal(conversation, caller, { code: "tool_held", rule: APPROVAL.rule, message });
}

/** @throws GatewayError tool_param_not_allowed for an argument that `allowed_params` leaves out */
function requireParameters(
  conversation: Conversation,
  caller: Caller,
  server: McpServer,
  asked: { readonly tool: string; readonly given: unknown },
): void {
  const fault = argumentFault(server, asked);
  if (fault === undefined) return;
  const { argument, message } = fault;
  throw refusal(conversation, caller, { code: "tool_param_not_allowed", rule: ARGUMENTS.rule, message }, argument);
}

/** The recorded refusal of a call that the rules allow. */
function refusal(
  { services, request }: Conversation,
  { identity, access, checks, decisionMs }: Caller,
  {
    code,
    rule,
    message,
  }: { readonly code: "tool_held" | "tool_param_not_allowed"; readonly rule: string; readonly message: string },
  param?: string,
): GatewayError {
  const failed = { rule, spec: APPROVAL.spec, outcome: "fail", because: message } as const;
  const decision = { code, message, checks: [...checks, failed] };
  return new GatewayError(code, message, {
    ...(param !== undefined && { param: param.slice(0, 60) }),
    headers: recordRefusal(services, request, { identity, access, decision, decisionMs }),
  });
}
