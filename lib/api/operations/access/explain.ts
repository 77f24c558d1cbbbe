import { z } from "zod";
import type { AccessRequest, Claims } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import { isEntityId } from "@/lib/entity-id";
import { GatewayError } from "@/lib/errors";
import {
  checksView,
  decisionRecord,
  explanation,
  identityView,
  nearestMissView,
  obligationView,
  principalView,
} from "@/lib/wire/explanation";
import { resolutionView } from "@/lib/wire/resolution";
import { json } from "@/lib/doors/contract";
import { settingsWithDraft } from "@/lib/gateway/explain/draft-settings";
import { explain, type Subject } from "@/lib/gateway/explain/explain";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";

type FindOperation = (method: string, path: string) => { readonly operation: Operation } | undefined;

const claims = z.custom<Claims>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object of claims",
);
const id = z.string().refine(isEntityId, "must be an id");

const question = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(64 * 1024)
    .optional()
    .describe("A JWT or a key, as a caller would send it. It is neither kept nor logged."),
  claims: claims.optional().describe("The claims of a JWT, taken as verified. Give these or the token."),
  method: z.enum(["GET", "POST"]).default("POST"),
  route: z.string().min(1).max(1024).describe("`/v1/chat/completions`"),
  model: z.string().min(1).max(1024).optional().describe("Needed on routes whose body names a model."),
  team_id: id.optional().describe("As in the header x-gateway-team-id."),
  user: id.optional().describe("As in the body's `user`."),
  body: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The call's body, for what it may cost and use. Default: the smallest of calls."),
  settings: z
    .unknown()
    .optional()
    .describe("A draft of access settings, as /config/validate takes it, in place of the newest revision."),
});

/** `POST /auth/explain` and `GET /auth/explain?id=`: the decision, check by check. `find` looks into the table of operations. */
export function explainOperations(find: FindOperation): Operation[] {
  return [
    defineOperation({
      id: "auth.explain",
      method: "POST",
      path: "/auth/explain",
      family: "management_routes",
      summary: "Explains the decision about a token and a request, check by check, without doing anything.",
      input: question,
      output: explanation,
      async handle({ services, caller }, input) {
        requireAdmin(caller);
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
        return json({
          allow,
          code: code ?? null,
          message: message ?? null,
          checks: checksView(checks),
          identity: evaluation && !isFault(evaluation.identity) ? identityView(evaluation.identity) : null,
          principal: decision?.allow ? principalView(decision.principal) : null,
          obligations: decision?.allow ? decision.obligations.map(obligationView) : [],
          resolution: request.model === undefined ? null : resolutionView(request.model, settings.models),
          nearest_miss: nearestMiss ? nearestMissView(nearestMiss) : null,
        } satisfies z.output<typeof explanation>);
      },
    }),
    defineOperation({
      id: "auth.explain.recorded",
      method: "GET",
      path: "/auth/explain",
      family: "management_routes",
      summary: "What was recorded of a denial, by the x-gateway-decision-id of its answer.",
      input: z.object({ id: z.string().regex(/^dec_[0-9a-f-]{36}$/, "must be the x-gateway-decision-id of a denial") }),
      output: decisionRecord,
      async handle({ services, caller }, input) {
        requireAdmin(caller);
        const record = await services.denials.find(input.id);
        if (!record)
          throw new GatewayError(
            "not_found",
            "There is no record of that decision: denials are kept for decision_retention_days, and of a flood of them only a part.",
            { param: "id" },
          );
        return json(record);
      },
    }),
  ];
}

function requestOf(
  { method, route, model, team_id: requestedTeam, user }: z.output<typeof question>,
  find: FindOperation,
): AccessRequest {
  const operation = find(method, route)?.operation;
  if (!operation)
    throw new GatewayError("invalid_request", `There is no route ${method} ${JSON.stringify(route.slice(0, 120))}.`, {
      param: "route",
    });
  if (operation.family === "public_routes")
    throw new GatewayError("invalid_request", "That route is public: nobody is asked who they are.", {
      param: "route",
    });
  if (operation.modelBody && model === undefined)
    throw new GatewayError("invalid_request", "A call of that route names a model; say which.", { param: "model" });
  return {
    method,
    route: operation.path,
    family: operation.family,
    model: operation.modelBody ? model : undefined,
    requestedTeam,
    endUser: operation.modelBody ? user : undefined,
  };
}

function subjectOf({ token, claims: given }: z.output<typeof question>): Subject {
  if (token !== undefined && given === undefined) return { token };
  if (given !== undefined && token === undefined) return { claims: given };
  throw new GatewayError("invalid_request", "Give either a token or claims.", { param: "token" });
}
