import { isPromise } from "@/lib/async/maybe-promise";
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
import { errorReplyTo, listingFor, ofCaller, stateOf, type Conversation } from "./conversation";
import { forwardRequest } from "./forward-request";
import type { FoundName } from "./found-name";
import { heldBecause, judgedTool, shownTool } from "./judged-tools";
import { APPROVAL, ARGUMENTS, argumentFault } from "./tool-checks";
import { namedTool } from "./open-tools";
import { isForCallers } from "./server-headers";

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
  const missing = asksUsers(server) ? await missingConnection(conversation, server) : undefined;
  const known = missing ? shownTool(services, server, tool) : toolFor(conversation, server, tool);
  const judged = isPromise(known) ? await known : known;
  const admitted = conversation.admit(judged ? namedTool(server, judged) : { mcpServer: name, mcpTool: tool });
  const caller = isPromise(admitted) ? await admitted : admitted;
  requireApproval(conversation, caller, server, { tool, judged });
  requireParameters(conversation, caller, server, { tool, given: asked.params["arguments"] });
  const inputSchema = judged?.tool.value["inputSchema"];
  const mismatch =
    conversation.envelope.era === "modern" &&
    parameterFault(conversation.request.headers, inputSchema, asked.params["arguments"]);
  if (mismatch) return errorReplyTo(conversation, asked.id, { code: RPC.headerMismatch, message: mismatch });
  if (missing) throw missing;
  const allowed = ofCaller(conversation, caller);
  const booked = await bookCall(services, allowed, { server, tool });
  const params = asked.params["name"] === tool ? asked.params : { ...asked.params, name: tool };
  return await forwardRequest(allowed, asked, { state, method: asked.method, params, inputSchema }, booked);
}

/** What is known of a tool to the caller. Only a server that is asked in callers' names is asked for this one. */
function toolFor(conversation: Conversation, server: McpServer, tool: string): ReturnType<typeof judgedTool> {
  const how = isForCallers(server) ? { asking: listingFor(conversation, server) } : {};
  return judgedTool(conversation.services, server, tool, how);
}

/**
 * Why a server cannot be asked for the caller's user; undefined: it can. Who may not call the tool at all hears only
 * that. `server`: one that is asked with its users' own credentials.
 * @throws GatewayError upstream_access_refused, directory_unavailable
 */
async function missingConnection(
  { services, caller }: Conversation,
  server: McpServer,
): Promise<GatewayError | undefined> {
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
