import { queryString } from "@/components/api/client";
import { anyAddress } from "@/components/shared/entity-address";
import type { EffectiveAccess } from "@/components/access/draft";
import { ACCESS_SETTINGS, type AccessOverrides, jwtAuth } from "@/lib/config/schema";
import { memberEntityId } from "@/lib/entity-type";
import { FOR_ADMINISTRATORS, FOR_TEAM_ADMINISTRATORS } from "@/lib/auth/access";
import { settingsChange } from "@/lib/auth/changes/change";
import type { DescribedChange } from "@/lib/wire/change";
import type { BoundLimit, RecordedDecision } from "@/lib/wire/explanation";
import { ENTITY_WORDS, LIMIT_LABELS, type RepairedKind, type Step } from "./entity-step";
import { byId, type NameOf, sentenceOf } from "./repair-sentence";
import { roleMappingRepairs, roleRepairs, routeRepair, scopeRepairs, type SettingsRepair } from "./settings-repairs";

/** A smallest change that would let a refused request pass, ready to be tried or opened. */
export type Repair =
  | {
      readonly kind: "settings";
      readonly sentence: string;
      readonly settings: AccessOverrides;
    }
  /** One row of the database is changed by a step. */
  | {
      readonly kind: "entity";
      readonly sentence: string;
      readonly entity: RepairedKind;
      readonly id: string;
      readonly step: Step;
    }
  /** A team or a user that the caller names is created, for the requested model alone if there is one. */
  | {
      readonly kind: "creation";
      readonly sentence: string;
      readonly entity: "team" | "user";
      readonly id: string;
      readonly model: string | null;
    }
  /** A user becomes a member of a team. */
  | { readonly kind: "membership"; readonly sentence: string; readonly team: string; readonly user: string }
  | { readonly kind: "page"; readonly sentence: string; readonly href: string; readonly label: string }
  /** Only the caller or the identity provider can make the change. */
  | { readonly kind: "elsewhere"; readonly sentence: string };

type Access = EffectiveAccess;

/** The facts of a refusal from which its repairs follow without a nearest miss. */
export type RefusedRequest = Pick<
  RecordedDecision,
  "code" | "message" | "route" | "model" | "team_id" | "end_user_id" | "identity"
>;

/** The facts of a refusal beside its nearest miss. */
interface About {
  /** The key that was refused, if the caller has one. */
  readonly keyId?: string | null | undefined;
  readonly model?: string | null;
  readonly nameOf?: NameOf;
}

/**
 * The repairs that a nearest miss asks for. If there are several, all are needed, except that changes of settings are
 * one draft. `access`: the settings in force.
 */
export function repairsOfMiss(
  changes: readonly DescribedChange[],
  access: Access,
  about: About = {},
): readonly Repair[] {
  const { nameOf = byId } = about;
  const settings: AccessOverrides = {};
  const drafted: string[] = [];
  const others: Repair[] = [];
  for (const change of changes) {
    const changed = overridesOf(change, { ...access, ...settings });
    if (changed === undefined) others.push(repairOf(change, about));
    else {
      Object.assign(settings, changed);
      drafted.push(sentenceOf(change, nameOf));
    }
  }
  if (drafted.length === 0) return others;
  return [{ kind: "settings", sentence: drafted.join("; "), settings }, ...others];
}

/** The settings that a change gives other values. Undefined: there are none, or revisions cannot change all of them. */
function overridesOf(change: DescribedChange, access: Partial<Access>): AccessOverrides | undefined {
  switch (change.kind) {
    case "raise-budget":
    case "raise-limit":
    case "set-claim":
    case "other":
      return undefined;
    default: {
      const changed = settingsChange(change, { ...jwtAuth.parse({}), ...access });
      const names = Object.keys(changed);
      const known: readonly string[] = ACCESS_SETTINGS;
      return names.length > 0 && names.every((name) => known.includes(name)) ? changed : undefined;
    }
  }
}

function repairOf(change: DescribedChange, { keyId, model, nameOf = byId }: About): Repair {
  const sentence = sentenceOf(change, nameOf);
  switch (change.kind) {
    case "allow-model":
      if (change.holder === "role" || change.holder === "role mapping") return page(sentence, ...linkOf("role", ""));
      return entity(change.holder, change.id, { do: "grant-model", model: change.model }, sentence);
    case "allow-tool": {
      const { holder, id, server, tool, tier } = change;
      return entity(holder, id, { do: "grant-tool", server, tool, tier }, sentence);
    }
    case "allow-hosted-tools": {
      const { holder, id, tools } = change;
      if (holder === "role" || holder === "role mapping") return page(sentence, ...linkOf("role", ""));
      return entity(holder, id, { do: "grant-hosted-tools", tools }, sentence);
    }
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
      return creation("team", change.id, model, sentence);
    case "create-user":
      return creation("user", change.id, model, sentence);
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

/** The address of the page that shows an entity, and the name of that page. */
function linkOf(entity: string, id: string): [href: string, label: string] {
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
 * The repairs that raise the limits that refused a call. They are found by the message of the refusal, because the call
 * would pass by now: the minute of a rate limit is over. `limits`: those that bind the call today. A limit that the
 * figures in the message do not fit has been changed since, and is left out.
 */
export function raisesOf(
  message: string | null,
  limits: readonly BoundLimit[],
  nameOf: NameOf = byId,
): readonly Repair[] {
  return limits.flatMap((one) => {
    const { holder, id, limit, model, name, value } = one;
    const words =
      limit === "max_parallel_requests"
        ? { begins: `The limit of parallel calls of ${name} is reached`, figures: `: ${value} are in flight` }
        : { begins: `The rate limit of ${name} is reached`, figures: `: ${value} ${LIMIT_LABELS[limit]}` };
    const { begins, figures } = words;
    if (![`${begins}.`, `${begins}${figures}`].some((text) => message?.startsWith(text))) return [];
    const sentence = sentenceOf({ kind: "raise-limit", ...one, needed: value + 1, description: "" }, nameOf);
    return [entity(holder, id, { do: "raise-limit", limit, model, needed: value + 1 }, sentence)];
  });
}

/**
 * The repairs of a recorded refusal, the smallest first. `access`: the settings in force. A rightful refusal, such as
 * for an exceeded budget, gets a page to look at and no grant.
 */
export function repairsOf(record: RefusedRequest, access: Access, nameOf: NameOf = byId): readonly Repair[] {
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
      return model ? settingsRepairs(roleRepairs(model, identity?.roles ?? [], access)) : [];
    case "scope_model_not_allowed":
      return model ? settingsRepairs(scopeRepairs(model, identity?.scopes ?? [], access)) : [];
    case "role_not_mapped":
      return settingsRepairs(roleMappingRepairs(identity?.roles ?? [], access));
    case "route_not_allowed":
      // No list of routes can open administrators' routes to other callers.
      return team && record.message !== FOR_ADMINISTRATORS && record.message !== FOR_TEAM_ADMINISTRATORS
        ? settingsRepairs([routeRepair(route, access)])
        : [];
    case "model_not_found":
      return [page(`Add an entry that serves ${model ?? "the model"}`, newModelAddress(model), "New model")];
    case "model_unpriced":
      return [page(`Give ${model ?? "the model"} a price`, `/console/prices${asking(model)}`, "New price")];
    case "budget_exceeded":
    case "rate_limit_exceeded":
      return [page("Look at the caller's limits", ...callerLink(record))];
    case "team_not_in_token": {
      const { user_id: user, groups = [] } = identity ?? {};
      // For a token that lists its groups, memberships do not count.
      if (!record.team_id || !user || groups.length > 0) return [];
      const sentence = sentenceOf({ kind: "add-member", user, team: record.team_id, description: "" }, nameOf);
      return [{ kind: "membership", sentence, team: record.team_id, user }];
    }
    case "user_not_found":
      return identity?.user_id
        ? [creation("user", identity.user_id, model, `Create the user ${identity.user_id}`)]
        : [];
    case "team_not_found":
      return team ? [creation("team", team, model, `Create the team ${team}`)] : [];
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

function settingsRepairs(repairs: readonly SettingsRepair[]): Repair[] {
  return repairs.map((repair) => ({ kind: "settings", ...repair }));
}

function creation(entity: "team" | "user", id: string, model: string | null | undefined, sentence: string): Repair {
  return { kind: "creation", entity, id, model: model ?? null, sentence };
}

/** The address of the form of a new model, with the requested name. */
function newModelAddress(model: string | null): string {
  return `/console/models${asking(model)}`;
}

function asking(model: string | null): string {
  return queryString({ new: model === null || model === "" ? "1" : model });
}

/** The page of the caller that a limit refused: of its key, or else of its team or user. */
function callerLink({ identity }: RefusedRequest): [href: string, label: string] {
  if (identity?.key_id) return linkOf("key", identity.key_id);
  if (identity?.team_id) return linkOf("team", identity.team_id);
  return identity?.user_id ? linkOf("user", identity.user_id) : ["/console/teams", "Teams"];
}

function page(sentence: string, href: string, label: string): Repair {
  return { kind: "page", sentence, href, label };
}
