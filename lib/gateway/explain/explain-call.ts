import type { Check, Principal } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import type { ErrorCode } from "@/lib/errors";
import { estimatePromptTokens } from "@/lib/providers/estimate-usage";
import { readModelBody } from "@/lib/providers/model-body";
import { limitChecks } from "@/lib/limits/limit-checks";
import type { LimitedCall } from "@/lib/limits/gate";
import { checkPlacement } from "@/lib/gateway/call/placement-checks";
import type { Services } from "../services";

/** A call of a model that the rules allow. */
export interface AllowedCall extends Pick<LimitedCall["caller"], "identity" | "facts"> {
  readonly principal: Principal;
  readonly route: string;
  readonly model: string;
  /** Undefined: the smallest of calls. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** What is asked about a call of a model once the rules have allowed it. */
export interface CallChecks {
  readonly checks: readonly Check[];
  readonly failure: { readonly code: ErrorCode; readonly message: string } | undefined;
}

const SMALLEST = { costNano: 0n, tokens: 1 };
const NOT_REACHED: readonly Check[] = ["budget", "rate"].map((rule) => ({
  rule,
  spec: "decisions: limits",
  outcome: "not reached",
  because: "",
}));

/** The checks of the request path, in its order; nothing is taken from limits. @throws GatewayError directory_unavailable, invalid_request for a body that is none */
export async function explainCall(services: Services, call: AllowedCall, settings: Settings): Promise<CallChecks> {
  const { route, model, identity, facts, principal } = call;
  const startedAt = services.now();
  const placement = checkPlacement(services, { model, route, startedAt }, settings);
  if ("failure" in placement) return { checks: [...placement.checks, ...NOT_REACHED], failure: placement.failure };
  const body = call.body && readModelBody(Buffer.from(JSON.stringify({ ...call.body, model })));
  const state = await services.limits.examine({
    caller: { principal, identity, facts },
    route,
    model,
    entries: settings.models,
    at: startedAt,
    targets: placement.group.targets,
    body: body?.value ?? {},
    estimatedPromptTokens: body ? estimatePromptTokens(route, body) : 0,
  });
  const { checks, failure } = limitChecks(state, body ? state.estimate : SMALLEST);
  return { checks: [...placement.checks, ...checks], failure };
}
