import type { ErrorCode } from "@/lib/errors";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { fail, list, pass, quote, skip, type DecisionInput, type Rule, type Standing } from "../standing";
import { organizationIdsOf } from "./organization";

/** The model must be allowed by everyone who has a say: key, team, user, organisation and role. */
export const modelRule: Rule = {
  rule: "model",
  spec: "5.5, 5.10",
  says: "The key, the role, the team (or the user who calls for themselves) and the organisations must each allow the model.",
  check(input, standing) {
    const { model } = input.request;
    if (model === undefined) return skip("The request names no model.");
    const lists = modelLists(input, standing);
    const refusing = lists.find(({ models }) => !allowsModel(models, model));
    if (refusing)
      return fail(
        refusing.code,
        `The model ${quote(model)} is not among the models of ${refusing.owner} (${list(refusing.models)}).`,
      );
    const owners = lists.filter(({ models }) => models.length > 0).map(({ owner }) => owner);
    return pass(
      owners.length > 0
        ? `${quote(model)} is among the models of ${owners.join(" and ")}.`
        : "No list restricts the model.",
    );
  },
};

/** Whether a model list, in the `*` dialect, allows a model. An empty list means all models; no model asks for nothing. */
export function allowsModel(models: readonly string[], model: string | undefined): boolean {
  return model === undefined || models.length === 0 || models.some((pattern) => matchesPattern(pattern, model));
}

function modelLists(
  { identity, facts, settings }: DecisionInput,
  standing: Standing,
): { owner: string; models: readonly string[]; code: ErrorCode }[] {
  const { team, user, role } = standing;
  const rolePermissions = settings.jwtAuth.role_permissions.filter((permission) => permission.role === role);
  const byRole = identity.kind === "jwt" && settings.jwtAuth.enforce_rbac;
  return [
    { owner: "the key", models: identity.key?.models ?? [], code: "key_model_not_allowed" },
    {
      owner: `the role ${role}`,
      models: byRole ? rolePermissions.flatMap(({ models }) => models) : [],
      code: "role_model_not_allowed",
    },
    { owner: `the team ${quote(team?.id ?? "")}`, models: team?.facts?.models ?? [], code: "team_model_not_allowed" },
    // A user's own models are for calls of their own; calls for a team go by the team's.
    {
      owner: `the user ${quote(user?.id ?? "")}`,
      models: team ? [] : (user?.facts?.models ?? []),
      code: "user_model_not_allowed",
    },
    ...organizationIdsOf(identity, standing).map((id) => ({
      owner: `the organisation ${quote(id)}`,
      models: facts.organizations.get(id)?.models ?? [],
      code: "organization_model_not_allowed" as const,
    })),
  ];
}
