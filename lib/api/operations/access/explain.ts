import type { z } from "zod";
import { accessRequestOf } from "@/lib/auth/access-request";
import type { AccessRequest } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import {
  checksView,
  claimView,
  identityView,
  nearestMissView,
  obligationView,
  principalView,
  type Explanation,
  type NamedEntity,
  type RecordedDecision,
} from "@/lib/wire/explanation";
import { resolutionView } from "@/lib/wire/resolution";
import { broughtTools } from "@/lib/providers/dialects/brought/brought-tools";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { newAddress } from "@/lib/gateway/explain/draft-proof";
import { askAgain } from "@/lib/gateway/explain/ask-again";
import { paceOfTrial } from "@/lib/time/io/pace";
import { explain, type Explanation as Explaining, type Subject } from "@/lib/gateway/explain/explain";
import { type Explained, explainedNames } from "./explained-names";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { defineOperation, type CallerOperation, type FindOperation } from "@/lib/api/operation";

type Question = z.output<typeof decisionContracts.explain.input>;

/** `/auth/explain` and `/auth/explain/again`: a decision, check by check. */
export const explainOperations: readonly CallerOperation[] = [
  defineOperation(decisionContracts.explain, async ({ services, caller, table }, input) => {
    const request = requestOf(input, table.find);
    const settings = settingsWithDraft(services.settings, input.settings);
    if (input.token !== undefined && !caller.principal.admin) requireKnownAddresses(services, settings);
    const explanation = await explain(services, subjectOf(input), {
      request,
      settings,
      body: input.body,
      pace: paceOfTrial(),
    });
    return { body: await withNames(services, explanationView(explanation, request.model, settings)) };
  }),
  defineOperation(decisionContracts.recorded, async ({ services }, input) => {
    return { body: await withNames(services, await recordOf(services, input.id, "id")) };
  }),
  defineOperation(decisionContracts.again, async ({ services, table }, input) => {
    const record = await recordOf(services, input.decision_id, "decision_id");
    const settings = settingsWithDraft(services.settings, input.settings);
    const asked = await askAgain(services, record, settings, {
      find: table.find,
      body: input.body,
      pace: paceOfTrial(),
    });
    if ("cannot" in asked) throw new GatewayError("not_found", asked.cannot, { param: "decision_id" });
    const body = await withNames(services, explanationView(asked.explanation, asked.model, settings));
    return { body: { ...body, who: asked.who } };
  }),
];

/** @throws GatewayError not_found */
async function recordOf({ refusals }: Services, id: string, param: string): Promise<RecordedDecision> {
  const record = await refusals.find(id);
  if (record) return record;
  throw new GatewayError(
    "not_found",
    "There is no record of that decision. Refusals are kept for decision_retention_days; if there are very many, only some are recorded.",
    { param },
  );
}

async function withNames<Shown extends Explained>(
  services: Services,
  shown: Shown,
): Promise<Shown & { readonly names: NamedEntity[] }> {
  return { ...shown, names: await explainedNames(services, shown) };
}

function explanationView(
  { allow, code, message, checks, evaluation, nearestMiss, claims, limits }: Explaining,
  model: string | undefined,
  settings: Settings,
): Omit<Explanation, "names"> {
  const decision = evaluation?.decision;
  return {
    allow,
    code: code ?? null,
    message: message ?? null,
    checks: checksView(checks),
    identity: evaluation && !isFault(evaluation.identity) ? identityView(evaluation.identity) : null,
    principal: decision?.allow ? principalView(decision.principal) : null,
    obligations: decision?.allow ? decision.obligations.map(obligationView) : [],
    resolution: model === undefined ? null : resolutionView(model, settings.models),
    nearest_miss: nearestMiss ? nearestMissView(nearestMiss) : null,
    limits: limits.map((limit) => ({ ...limit })),
    claims: (claims?.claims ?? []).map(claimView),
    unread: (claims?.unread ?? []).map((one) => ({ ...one })),
  };
}

/**
 * Callers who may only read must not make the gateway contact addresses of their choice. @throws GatewayError
 * invalid_request
 */
function requireKnownAddresses(services: Services, settings: Settings): void {
  if (newAddress(services, settings) === undefined) return;
  throw new GatewayError(
    "invalid_request",
    "Only administrators may ask about a token with a draft that names a new address. Send `claims`.",
    { param: "settings.issuers" },
  );
}

/** The tools that the body of a model call brings. */
function broughtBy(
  body: Question["body"],
  { model, family }: Pick<AccessRequest, "model" | "family">,
): Pick<AccessRequest, "hostedTools"> {
  return model === undefined || body === undefined ? {} : { hostedTools: broughtTools(body, family) };
}

function requestOf(question: Question, find: FindOperation): AccessRequest {
  const asked = accessRequestOf(question, find);
  if ("request" in asked) return { ...asked.request, ...broughtBy(question.body, asked.request) };
  const { message, param } = asked.fault;
  throw new GatewayError("invalid_request", message, { param });
}

function subjectOf({ token, claims: given }: Question): Subject {
  if (token !== undefined && given === undefined) return { token };
  if (given !== undefined && token === undefined) return { claims: given };
  throw new GatewayError("invalid_request", "Send either `token` or `claims`.", { param: "token" });
}
