import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { RequestMessage } from "@/lib/mcp/message";
import { RPC } from "@/lib/mcp/protocol";
import type { ToolDefinition } from "@/lib/mcp/tool-definition";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { Caller } from "../request/caller";
import { recordRefusal } from "../request/record-refusal";
import { bookCall } from "./book-call";
import { errorReplyTo, stateOf, type Conversation } from "./conversation";
import { forwardRequest } from "./forward-request";
import type { FoundName } from "./found-name";
import { namedTool } from "./open-tools";
import { toolsOfServer } from "./tool-catalogue";

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
  const definition = await definitionOf(conversation, server, tool);
  const caller = await conversation.admit(
    definition ? namedTool(server, definition) : { mcpServer: name, mcpTool: tool },
  );
  requireParameters(conversation, caller, server, { tool, given: asked.params["arguments"] });
  const booked = await bookCall(services, { ...conversation, caller }, { server, tool });
  return forwardRequest(
    { ...conversation, caller },
    asked,
    {
      state,
      method: asked.method,
      params: { ...asked.params, name: tool },
      inputSchema: definition?.value["inputSchema"],
    },
    booked,
  );
}

/** What the server says of the tool; undefined: it does not list the tool, or does not answer. */
async function definitionOf(
  conversation: Conversation,
  server: McpServer,
  tool: string,
): Promise<ToolDefinition | undefined> {
  try {
    const tools = await toolsOfServer(conversation.services, stateOf(conversation, server));
    return tools.find(({ name }) => name === tool);
  } catch {
    // The call itself tells its caller what is wrong with the server.
    return undefined;
  }
}

/** @throws GatewayError tool_param_not_allowed for an argument that `allowed_params` leaves out */
function requireParameters(
  { services, request }: Conversation,
  { identity, access, checks, decisionMs }: Caller,
  { allowed_params: allowed, name: server }: McpServer,
  { tool, given }: { readonly tool: string; readonly given: unknown },
): void {
  const names = Object.hasOwn(allowed, tool) ? allowed[tool] : undefined;
  if (names === undefined || !isObject(given)) return;
  const refused = Object.keys(given).find((name) => !names.includes(name));
  if (refused === undefined) return;
  const code = "tool_param_not_allowed";
  const message = `The argument ${JSON.stringify(refused.slice(0, 120))} of ${JSON.stringify(tool)} is not one that callers of ${JSON.stringify(server)} may send.`;
  const failed = { rule: "arguments", spec: "decisions: tools", outcome: "fail", because: message } as const;
  const decision = { code, message, checks: [...checks, failed] } as const;
  throw new GatewayError(code, message, {
    param: refused.slice(0, 60),
    headers: recordRefusal(services, request, { identity, access, decision, decisionMs }),
  });
}
