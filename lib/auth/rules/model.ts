import type { ErrorCode } from "@/lib/errors";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { fail, list, pass, skip, type DecisionInput, type Rule, type Standing } from "../standing";
import { quote } from "@/lib/quote";
import { organizationIdsOf } from "./organization";
import { describeRole, permissionsOfRole } from "./role-permissions";

/** Everyone with a say must allow the model: key, role, team or user, and organisations. */
export const modelRule: Rule = {
  rule: "model",
  spec: "5.5, 5.10",
  codes: [
    "key_model_not_allowed",
    "role_model_not_allowed",
    "team_model_not_allowed",
    "user_model_not_allowed",
    "organization_model_not_allowed",
  ],
  says: "The key, the role, the team (without a team: the user) and the organisations must each allow the model.",
  check(input, standing) {
    const { model } = input.request;
    if (model === undefined) return skip("The request names no model.");
    const lists = modelLists(input, standing);
    const refusing = lists.find(({ models }) => !allowsModel(models, model));
    if (refusing)
      return fail(
        refusing.code,
        `The model ${quote(model)} is not among the models of ${refusing.owner()} (${list(refusing.models)}).`,
      );
    const owners = lists.filter(({ models }) => models.length > 0).map(({ owner }) => owner());
    return pass(
      owners.length > 0
        ? `The model ${quote(model)} is among the models of ${owners.join(" and ")}.`
        : "Allowed: no list restricts the model.",
    );
  },
};

/**
 * Whether a list of `*` patterns allows a model. An empty list allows every model. A request without a model is always
 * allowed.
 */
export function allowsModel(models: readonly string[], model: string | undefined): boolean {
  return model === undefined || models.length === 0 || models.some((pattern) => matchesPattern(pattern, model));
}

function modelLists(
  input: DecisionInput,
  standing: Standing,
): { owner: () => string; models: readonly string[]; code: ErrorCode }[] {
  const { identity, facts } = input;
  const { team, user, role } = standing;
  return [
    { owner: () => "the key", models: identity.key?.models ?? [], code: "key_model_not_allowed" },
    {
      owner: () => describeRole(input, role),
      models: permissionsOfRole(input, role).models,
      code: "role_model_not_allowed",
    },
    {
      owner: () => `the team ${quote(team?.id ?? "")}`,
      models: team?.facts?.models ?? [],
      code: "team_model_not_allowed",
    },
    // A user's own list applies to calls without a team; calls for a team follow the team's list.
    {
      owner: () => `the user ${quote(user?.id ?? "")}`,
      models: team ? [] : (user?.facts?.models ?? []),
      code: "user_model_not_allowed",
    },
    ...organizationIdsOf(identity, standing).map((id) => ({
      owner: () => `the organisation ${quote(id)}`,
      models: facts.organizations.get(id)?.models ?? [],
      code: "organization_model_not_allowed" as const,
    })),
  ];
}
