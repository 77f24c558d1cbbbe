import { anyAddress } from "@/components/shared/entity-address";
import type { EffectiveAccess } from "@/components/access/draft";
import { ACCESS_SETTINGS, type AccessOverrides, jwtAuth, type JwtAuthSettings } from "@/lib/config/schema";
import { memberEntityId } from "@/lib/entity-type";
import { settingsChange } from "@/lib/auth/changes/settings-change";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { BoundLimit, RecordedDecision } from "@/lib/wire/explanation";
import { ENTITY_WORDS, LIMIT_WORDS, type RepairedKind, type Step } from "./entity-step";
import { byId, type MissChange, type NameOf, sentenceOf, type ShownChange } from "./repair-sentence";

/** The smallest change that would let a refused request pass, ready to be tried or opened. */
export type Repair =
  | {
      readonly kind: "settings";
      readonly sentence: string;
      readonly settings: AccessOverrides;
    }
  /** A step that is taken at one row of the database. */
  | {
      readonly kind: "entity";
      readonly sentence: string;
      readonly entity: RepairedKind;
      readonly id: string;
      readonly step: Step;
    }
  /** A user becomes a member of a team. */
  | { readonly kind: "membership"; readonly sentence: string; readonly team: string; readonly user: string }
  | { readonly kind: "page"; readonly sentence: string; readonly href: string; readonly label: string }
  /** What only the caller or the identity provider can change. */
  | { readonly kind: "elsewhere"; readonly sentence: string };

type Access = EffectiveAccess;

/**
 * The repairs that a nearest miss asks for. If there are several, all are needed, except that changes of settings are
 * one draft. `access`: the settings in force. `keyId`: the key that was refused, if the caller has one. `nameOf`: see
 * `NameOf`.
 */
export function repairsOfMiss(
  changes: readonly MissChange[],
  access: Access,
  keyId?: string | null,
  nameOf: NameOf = byId,
): readonly Repair[] {
  const settings: AccessOverrides = {};
  const drafted: string[] = [];
  const others: Repair[] = [];
  for (const change of changes as readonly (ShownChange & MissChange)[]) {
    const changed =
      change.kind === "raise-budget" || change.kind === "raise-limit"
        ? undefined
        : overridesOf(settingsChange(change, { ...jwtAuth.parse({}), ...access, ...settings }));
    if (changed === undefined) others.push(repairOf(change, keyId, nameOf));
    else {
      Object.assign(settings, changed);
      drafted.push(sentenceOf(change, nameOf));
    }
  }
  if (drafted.length === 0) return others;
  return [{ kind: "settings", sentence: drafted.join("; "), settings }, ...others];
}

/** Undefined: nothing that revisions change. */
function overridesOf(changed: Partial<JwtAuthSettings>): AccessOverrides | undefined {
  const names = Object.keys(changed);
  const known: readonly string[] = ACCESS_SETTINGS;
  return names.length > 0 && names.every((name) => known.includes(name)) ? changed : undefined;
}

function repairOf(change: ShownChange & MissChange, keyId: string | null | undefined, nameOf: NameOf): Repair {
  const sentence = sentenceOf(change, nameOf);
  switch (change.kind) {
    case "allow-model":
      if (change.holder === "role" || change.holder === "role mapping") return page(sentence, ...placeOf("role", ""));
      return entity(change.holder, change.id, { do: "grant-model", model: change.model }, sentence);
    case "unblock":
      return entity(change.entity, change.id, { do: "unblock" }, sentence);
    case "raise-budget":
      return entity(change.holder, change.id, { do: "raise-budget", needed: change.needed }, sentence);
    case "raise-limit": {
      const { holder, id, limit, model, needed } = change;
      return entity(holder, id, { do: "raise-limit", limit, model, needed }, sentence);
    }
    case "add-member":
      return { kind: "membership", sentence, team: change.team, user: change.user };
    case "make-team-administrator":
      return entity("member", memberEntityId(change.team, change.user), { do: "make-team-administrator" }, sentence);
    case "make-viewer":
      return entity("user", change.user, { do: "make-viewer" }, sentence);
    case "renew-key":
      return entity("key", change.id, { do: "renew" }, sentence);
    case "create-team":
      return page(sentence, "/console/teams?new=1", "Teams");
    case "create-user":
      return page(sentence, "/console/users?new=1", "Users");
    case "allow-route":
      if (change.list === "allowed_routes" && keyId)
        return entity("key", keyId, { do: "grant-route", route: change.route }, sentence);
      return page(sentence, change.list === "allowed_routes" ? "/console/keys" : "/console/access", "the list");
    default:
      return { kind: "elsewhere", sentence };
  }
}

function entity(entity: RepairedKind, id: string, step: Step, sentence: string): Repair {
  return { kind: "entity", entity, id, step, sentence };
}

/** Where the console shows an entity, and what that page is called. */
function placeOf(entity: string, id: string): [href: string, label: string] {
  return [anyAddress(entity, id) ?? "/console/access", LABELS[entity] ?? "Access"];
}

const LABELS: Readonly<Record<string, string>> = {
  key: "the key",
  team: "the team",
  user: "the user",
  organization: "the organisation",
  end_user: "the end user",
};

/**
 * The ways to raise the limits that refused a call, by the message of the refusal: their minute is over by the time
 * anybody looks, and the call would pass. `limits`: those that bind the call today. Those that were changed since then,
 * as far as the message told their figures, are left out.
 */
export function raisesOf(
  message: string | null,
  limits: readonly BoundLimit[],
  nameOf: NameOf = byId,
): readonly Repair[] {
  return limits.flatMap((one) => {
    const { holder, id, limit, model, name, value } = one;
    const told =
      limit === "max_parallel_requests"
        ? { begins: `The limit of parallel calls of ${name} is reached`, figures: `: ${value} are in flight` }
        : { begins: `The rate limit of ${name} is reached`, figures: `: ${value} ${LIMIT_WORDS[limit]}` };
    const { begins, figures } = told;
    if (![`${begins}.`, `${begins}${figures}`].some((text) => message?.startsWith(text))) return [];
    const sentence = sentenceOf({ kind: "raise-limit", ...one, needed: value + 1, description: "" }, nameOf);
    return [entity(holder, id, { do: "raise-limit", limit, model, needed: value + 1 }, sentence)];
  });
}

/**
 * The repairs of a recorded refusal, the smallest first. `access`: the settings in force. A refusal that is right, such
 * as an exceeded budget, has a page to look at and no grant.
 */
export function repairsOf(record: RecordedDecision, access: Access, nameOf: NameOf = byId): readonly Repair[] {
  const { code, model, route, identity } = record;
  const team = identity?.team_id ?? record.team_id ?? identity?.groups[0];
  switch (code) {
    case "team_model_not_allowed":
      return grants("team", team, model, nameOf);
    case "user_model_not_allowed":
      return grants("user", identity?.user_id, model, nameOf);
    case "organization_model_not_allowed":
      return grants("organization", identity?.organization_id, model, nameOf);
    case "key_model_not_allowed":
      return grants("key", identity?.key_id, model, nameOf);
    case "team_blocked":
      return unblocks("team", team, nameOf);
    case "user_blocked":
      return unblocks("user", identity?.user_id, nameOf);
    case "organization_blocked":
      return unblocks("organization", identity?.organization_id, nameOf);
    case "end_user_blocked":
      return unblocks("end_user", record.end_user_id ?? identity?.end_user_id, nameOf);
    case "key_blocked":
      return unblocks("key", identity?.key_id, nameOf);
    case "key_expired":
      return identity?.key_id
        ? [entity("key", identity.key_id, { do: "renew" }, `Extend the key ${nameOf("key", identity.key_id)}`)]
        : [];
    case "key_route_not_allowed":
      return identity?.key_id
        ? [
            entity(
              "key",
              identity.key_id,
              { do: "grant-route", route },
              `Let key ${nameOf("key", identity.key_id)} call ${route}`,
            ),
          ]
        : [];
    case "role_model_not_allowed":
      return model ? roleRepairs(model, identity?.roles ?? [], access) : [];
    case "scope_model_not_allowed":
      return model ? scopeRepairs(model, identity?.scopes ?? [], access) : [];
    case "route_not_allowed":
      return team ? [routeRepair(route, access)] : [];
    case "model_not_found":
      return [page(`Add an entry that serves ${model ?? "the model"}`, "/console/models", "Models")];
    case "budget_exceeded":
    case "rate_limit_exceeded":
      return [page("Look at the limits of whoever called", "/console/teams", "Teams")];
    case "team_not_in_token": {
      const { user_id: user, groups = [] } = identity ?? {};
      // A token that lists its groups is not asked about memberships.
      if (!record.team_id || !user || groups.length > 0) return [];
      const sentence = sentenceOf({ kind: "add-member", user, team: record.team_id, description: "" }, nameOf);
      return [{ kind: "membership", sentence, team: record.team_id, user }];
    }
    case "user_not_found":
      return [page("Create the user", "/console/users", "Users")];
    case "team_not_found":
      return [page("Create the team", "/console/teams", "Teams")];
    default:
      return [];
  }
}

function grants(holder: RepairedKind, id: string | null | undefined, model: string | null, nameOf: NameOf): Repair[] {
  if (!id || !model) return [];
  return [
    entity(holder, id, { do: "grant-model", model }, `Let ${ENTITY_WORDS[holder]} ${nameOf(holder, id)} use ${model}`),
  ];
}

function unblocks(holder: RepairedKind, id: string | null | undefined, nameOf: NameOf): Repair[] {
  return id ? [entity(holder, id, { do: "unblock" }, `Unblock ${ENTITY_WORDS[holder]} ${nameOf(holder, id)}`)] : [];
}

function page(sentence: string, href: string, label: string): Repair {
  return { kind: "page", sentence, href, label };
}

function roleRepairs(model: string, roles: readonly string[], access: Access): Repair[] {
  const internal = access.role_mappings
    .filter(({ role }) => roles.some((own) => matchesPattern(role, own)))
    .map(({ internal_role: role }) => role);
  return access.role_permissions.flatMap((permission, at): Repair[] => {
    if (!internal.includes(permission.role) || (permission.models ?? []).length === 0) return [];
    const role_permissions = access.role_permissions.map((one, index) =>
      index === at ? { ...one, models: [...(one.models ?? []), model] } : one,
    );
    return [
      { kind: "settings", sentence: `Let the role ${permission.role} use ${model}`, settings: { role_permissions } },
    ];
  });
}

function scopeRepairs(model: string, scopes: readonly string[], access: Access): Repair[] {
  return access.scope_mappings.flatMap((mapping, at): Repair[] => {
    if (!scopes.includes(mapping.scope)) return [];
    const scope_mappings = access.scope_mappings.map((one, index) =>
      index === at ? { ...one, models: [...(one.models ?? []), model] } : one,
    );
    return [
      { kind: "settings", sentence: `Let the scope ${mapping.scope} use ${model}`, settings: { scope_mappings } },
    ];
  });
}

function routeRepair(route: string, access: Access): Repair {
  return {
    kind: "settings",
    sentence: `Let the tokens of all teams call ${route}`,
    settings: { team_allowed_routes: [...access.team_allowed_routes, route] },
  };
}
