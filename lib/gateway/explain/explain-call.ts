import type { Check } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import type { ErrorCode } from "@/lib/errors";
import { checkCompletionLimit } from "@/lib/providers/check-completion-limit";
import { estimatePromptTokens } from "@/lib/providers/estimate-usage";
import { readModelBody } from "@/lib/providers/model-body";
import { limitChecks } from "@/lib/limits/limit-checks";
import { type BindingLimit, bindingLimits, limitRemedies, type LimitRemedy } from "@/lib/limits/limit-remedies";
import type { ChargedCaller } from "@/lib/limits/payers";
import { checkPlacement } from "@/lib/gateway/call/placement-checks";
import type { Services } from "../services";

/** A call of a model to ask about. */
export interface ExplainedCall {
  readonly route: string;
  readonly model: string;
  /** Undefined: the smallest of calls. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** The checks that follow once the rules have allowed a call of a model. */
export interface CallChecks {
  readonly checks: readonly Check[];
  readonly failure: { readonly code: ErrorCode; readonly message: string } | undefined;
  /** What would have to be so for the limits to let the call in. */
  readonly remedies: readonly LimitRemedy[];
  /** The limits on rates and parallel calls that bind the call. */
  readonly limits: readonly BindingLimit[];
}

const SMALLEST = { costNano: 0n, tokens: 1 };
const NO_BODY = { value: {} };
const NOT_REACHED: readonly Check[] = ["budget", "rate"].map((rule) => ({
  rule,
  spec: "explain/limits",
  outcome: "not reached",
  because: "",
}));

/**
 * The checks that the request path makes after the rules, in its order. Nothing is taken from limits.
 * @throws GatewayError directory_unavailable, invalid_request for a broken body
 */
export async function explainCall(
  services: Services,
  caller: ChargedCaller,
  { route, model, body: given }: ExplainedCall,
  settings: Settings,
): Promise<CallChecks> {
  const placement = checkPlacement(services, { model, route, startedAt: services.now() }, settings);
  if ("failure" in placement)
    return { checks: [...placement.checks, ...NOT_REACHED], failure: placement.failure, remedies: [], limits: [] };
  const body = given && readModelBody(Buffer.from(JSON.stringify({ ...given, model })));
  if (body) checkCompletionLimit(route, body);
  const call = {
    caller,
    route,
    model,
    body: body ?? NO_BODY,
    estimatedPromptTokens: body ? estimatePromptTokens(route, body) : 0,
    targets: placement.targets,
  };
  const state = await services.limits.examine(call, settings.models);
  const asked = body ? state.estimate : SMALLEST;
  const { checks, failure } = limitChecks(state, asked);
  return {
    checks: [...placement.checks, ...checks],
    failure,
    remedies: limitRemedies(state, asked),
    limits: bindingLimits(state),
  };
}
