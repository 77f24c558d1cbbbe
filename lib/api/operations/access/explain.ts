import type { z } from "zod";
import type { AccessRequest } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import { GatewayError } from "@/lib/errors";
import { checksView, identityView, nearestMissView, obligationView, principalView } from "@/lib/wire/explanation";
import { resolutionView } from "@/lib/wire/resolution";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { explain, type Subject } from "@/lib/gateway/explain/explain";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { defineOperation, type CallerOperation, type FindOperation } from "@/lib/api/operation";

type Question = z.output<typeof decisionContracts.explain.input>;

/** `POST /auth/explain` and `GET /auth/explain?id=`: a decision, check by check. `find` looks up operations. */
export function explainOperations(find: FindOperation): CallerOperation[] {
  return [
    defineOperation(decisionContracts.explain, async ({ services }, input) => {
      const request = requestOf(input, find);
      const settings = settingsWithDraft(services.settings, input.settings);
      const { allow, code, message, checks, evaluation, nearestMiss } = await explain(
        services,
        subjectOf(input),
        request,
        settings,
        input.body,
      );
      const decision = evaluation?.decision;
      return {
        body: {
          allow,
          code: code ?? null,
          message: message ?? null,
          checks: checksView(checks),
          identity: evaluation && !isFault(evaluation.identity) ? identityView(evaluation.identity) : null,
          principal: decision?.allow ? principalView(decision.principal) : null,
          obligations: decision?.allow ? decision.obligations.map(obligationView) : [],
          resolution: request.model === undefined ? null : resolutionView(request.model, settings.models),
          nearest_miss: nearestMiss ? nearestMissView(nearestMiss) : null,
        },
      };
    }),
    defineOperation(decisionContracts.recorded, async ({ services }, input) => {
      const record = await services.denials.find(input.id);
      if (!record)
        throw new GatewayError(
          "not_found",
          "There is no record of that decision. Denials are kept for decision_retention_days; if there are very many, only some are recorded.",
          { param: "id" },
        );
      return { body: record };
    }),
  ];
}

function requestOf(
  { method, route, model, team_id: requestedTeam, organization_id: requestedOrganization, user }: Question,
  find: FindOperation,
): AccessRequest {
  const operation = find(method, route)?.operation;
  if (!operation)
    throw new GatewayError("invalid_request", `There is no route ${method} ${JSON.stringify(route.slice(0, 120))}.`, {
      param: "route",
    });
  if (operation.access === "public")
    throw new GatewayError("invalid_request", "That route is public, so no decision is made about it.", {
      param: "route",
    });
  if (operation.modelBody && model === undefined)
    throw new GatewayError("invalid_request", "Calls of that route name a model; send `model`.", { param: "model" });
  return {
    method,
    route: operation.path,
    family: operation.family,
    access: operation.access,
    effect: operation.effect,
    model: operation.modelBody ? model : undefined,
    requestedTeam,
    requestedOrganization,
    endUser: operation.modelBody ? user : undefined,
  };
}

function subjectOf({ token, claims: given }: Question): Subject {
  if (token !== undefined && given === undefined) return { token };
  if (given !== undefined && token === undefined) return { claims: given };
  throw new GatewayError("invalid_request", "Send either `token` or `claims`.", { param: "token" });
}
