import { isEntityId } from "@/lib/entity-id";
import { isBoundByToken } from "../rules/bound-by-token";
import { allowsModel } from "../rules/model";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import type { Situation } from "./situation";

type ModelChange = Extract<Change, { kind: "allow-model" }>;

export function modelLists({ identity, facts, settings, request: { model } }: Situation): ModelChange[] {
  if (model === undefined || !isEntityId(model)) return [];
  const refusing = (
    holder: ModelChange["holder"],
    rows: Iterable<{ id: string; models: readonly string[] }>,
  ): ModelChange[] =>
    [...rows]
      .filter(({ models }) => !allowsModel(models, model))
      .map(({ id }) => ({ kind: "allow-model", holder, id, model }));
  return [
    ...refusing("key", identity.key ? [identity.key] : []),
    ...refusing("team", facts.teams.values()).slice(0, MOST_OF_A_KIND),
    ...refusing("user", facts.users.values()),
    ...refusing("organization", facts.organizations.values()).slice(0, MOST_OF_A_KIND),
    ...refusing(
      "role",
      isBoundByToken(identity)
        ? settings.jwtAuth.role_permissions.map(({ role, models }) => ({ id: role, models }))
        : [],
    ),
    ...refusing(
      "role mapping",
      isBoundByToken(identity) && settings.jwtAuth.enforce_rbac
        ? settings.jwtAuth.role_mappings.map(({ role, models }) => ({ id: role, models: models ?? [] }))
        : [],
    ),
  ];
}

/**
 * Whether the list is that of the caller's key, user or team. Another team would pay for the call and open more than
 * the one model. `team_id_default` is the team of every token that names none.
 */
export function isOfCaller({ holder, id }: ModelChange, { settings }: Situation): boolean {
  if (holder === "team") return id !== settings.jwtAuth.team_id_default;
  return holder === "key" || holder === "user";
}

export function routeLists({ identity, settings: { jwtAuth }, request: { route } }: Situation): Change[] {
  const own = identity.kind === "virtual-key" ? (["allowed_routes"] as const) : [];
  const ofTokens = isBoundByToken(identity)
    ? (["team_allowed_routes", "role_permissions", "role_mappings"] as const)
    : [];
  const ofAdministrators = identity.kind === "virtual-key" ? [] : (["admin_allowed_routes"] as const);
  const lists = [...own, ...ofTokens, ...ofAdministrators];
  return lists
    .filter((list) => list !== "role_permissions" || jwtAuth.role_permissions.some(({ routes }) => routes.length > 0))
    .filter((list) => list !== "role_mappings" || jwtAuth.role_mappings.some(({ routes }) => routes?.length))
    .map((list) => ({ kind: "allow-route", list, route }));
}
