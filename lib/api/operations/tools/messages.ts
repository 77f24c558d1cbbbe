import { z } from "zod";
import { MODEL_CALL } from "@/lib/auth/access";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import { admit } from "@/lib/api/admit";
import type { MessageContext, MessageOperation } from "@/lib/api/operation";
import type { ApiReply } from "@/lib/doors/contract";
import type { Caller } from "@/lib/gateway/request/caller";
import { withHeaders } from "@/lib/gateway/request/record-refusal";
import { listen } from "@/lib/gateway/listening/listen";
import { converse } from "@/lib/gateway/tools/converse";
import { namingTool, type NamedTool } from "@/lib/gateway/tools/open-tools";
import { ownAudiences } from "@/lib/gateway/tools/own-audiences";
import { scopeChallenge } from "@/lib/gateway/tools/resource-challenge";
import { scopesForCaller } from "@/lib/gateway/tools/scope-challenge";
import { toolTokenFault } from "@/lib/gateway/tools/token-fault";
import { GatewayError } from "@/lib/errors";
import { addressFault } from "@/lib/mcp/address-fault";

/** What the rules and the spend log call all addresses of tools. */
const ROUTE = "/mcp";

const message = z.looseObject({ jsonrpc: z.literal("2.0") });

function messageOperation(id: string, path: string, summary: string): MessageOperation {
  return {
    ...MODEL_CALL,
    id,
    method: "POST",
    path,
    ...(path !== ROUTE && { route: ROUTE }),
    family: "mcp_routes",
    summary,
    output: message,
    hasStreams: true,
    takesMessage: true,
    answer: answerMessage,
  };
}

/** Throws or rejects with GatewayError. */
function answerMessage({ services, request, caller, body, parameters, proven }: MessageContext): Promise<ApiReply> {
  const settings = services.settings.current();
  const { general } = settings;
  const { host, nextAuthUrl } = services.environment;
  const fault = addressFault(request.headers, { host, address: nextAuthUrl, allowed: general.allowed_origins });
  if (fault !== undefined) throw new GatewayError("cross_site_request", fault);
  const { token, identity } = caller;
  const own = () => ownAudiences(services.environment, [request.path]);
  const refused = toolTokenFault(identity, token.kind === "jwt" ? token.claims : undefined, settings, own);
  if (refused) throw new GatewayError(refused.code, refused.message);
  return converse(services, {
    request,
    caller,
    body,
    named: parameters["servers"],
    listen,
    admit: (named) => admitTo({ services, caller, proven }, named),
  });
}

type AdmittingContext = Pick<MessageContext, "services" | "caller" | "proven">;

/**
 * The caller as one who may use a server, or a tool of it. A refusal names the scopes with which there would be none.
 * Throws or rejects with GatewayError.
 */
function admitTo(context: AdmittingContext, named: NamedTool): MaybePromise<Caller> {
  const { services, proven } = context;
  const { request, token, narrowing } = proven;
  const access = namingTool(proven.access, named);
  try {
    const admitted = admit(services, { request, token, access, since: services.now(), narrowing });
    return isPromise(admitted) ? admitted.catch((error: unknown) => refuseWithScopes(context, named, error)) : admitted;
  } catch (error) {
    return refuseWithScopes(context, named, error);
  }
}

/** @throws what was given, with the scopes that would do if there are any */
async function refuseWithScopes(
  { services, caller, proven }: AdmittingContext,
  named: NamedTool,
  error: unknown,
): Promise<never> {
  if (!(error instanceof GatewayError) || error.status !== 403) throw error;
  const scopes = await scopesForCaller(services, caller, named);
  if (!scopes) throw error;
  throw withHeaders(error, { "www-authenticate": scopeChallenge(services, proven.request, scopes) });
}

/** The addresses of tools: of all servers that the caller may use, and of some of them. */
export const toolOperations: readonly MessageOperation[] = [
  messageOperation(
    "mcp.all",
    ROUTE,
    "Call tools of every server that this caller may use, by MCP; `x-mcp-servers` narrows the servers",
  ),
  messageOperation(
    "mcp.servers",
    "/mcp/{servers}",
    "Call tools of these servers or groups, by MCP; the tools of a single server have their own names",
  ),
  messageOperation("mcp.servers_first", "/{servers}/mcp", "Answer as `/mcp/{servers}` does"),
];
