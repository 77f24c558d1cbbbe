import type { CallIntent } from "@/lib/calls/record";
import type { Deployment } from "@/lib/providers/deployment";
import type { ServerTool } from "@/lib/tool-name";
import type { Call } from "./call";

type IntendedCall = Pick<
  Call,
  | "id"
  | "requestId"
  | "traceId"
  | "sessionId"
  | "startedAt"
  | "route"
  | "caller"
  | "model"
  | "estimatedPromptTokens"
  | "tags"
  | "content"
>;

/** What the journal records of a call, of a model or of a tool (`called`), before it goes to its first deployment. */
export function intentOf(
  call: IntendedCall,
  { id, model, provider }: Pick<Deployment, "id" | "model" | "provider">,
  called?: ServerTool,
): CallIntent {
  const { principal, identity } = call.caller;
  return {
    callId: call.id,
    requestId: call.requestId,
    traceId: call.traceId,
    sessionId: call.sessionId,
    startedAt: call.startedAt,
    decisionMs: call.caller.decisionMs,
    route: call.route,
    requestedModel: call.model,
    model,
    provider,
    deployment: id,
    mcpServer: called?.server ?? null,
    mcpTool: called?.tool ?? null,
    estimatedPromptTokens: call.estimatedPromptTokens,
    keyId: principal.keyId ?? null,
    userId: principal.userId ?? null,
    teamId: principal.teamId ?? null,
    organizationId: principal.organizationId ?? null,
    teamOrganizationId: principal.teamOrganizationId ?? null,
    endUserId: principal.endUserId ?? null,
    endUserSigned: identity.endUserId !== undefined,
    issuer: identity.issuer ?? null,
    tags: call.tags,
    content: call.content?.mark ?? null,
  };
}
