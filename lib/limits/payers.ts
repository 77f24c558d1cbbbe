import type { Facts, Identity, Principal } from "@/lib/auth/decision";
import type { ModelEntry } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { memberEntityId, type EntityType } from "@/lib/entity-type";
import type { Limits } from "@/lib/config/limit-rules";

/** Somebody, or a model, that a call is charged to and that has limits. */
export interface Payer {
  readonly type: EntityType;
  /** As totals have it; of a model the `model_name`, which may be a `*` pattern. */
  readonly id: string;
  /** For messages: `team "t1"`. */
  readonly name: string;
  readonly limits: Limits;
}

/** Who calls, and what is known of them. */
export interface ChargedCaller {
  readonly principal: Principal;
  readonly identity: Pick<Identity, "key">;
  readonly facts: Facts;
}

const NONE: readonly Payer[] = [];

/**
 * Everybody with limits that a call is charged to: key, user, member, team, organisation, end user and models, in this
 * order. A limit of a model counts each call whose name fits: that of `openai/*` those of `openai/gpt-4o` too, whichever
 * entry serves them.
 */
export function payersOf(
  { principal, identity: { key }, facts }: ChargedCaller,
  model: string,
  entries: readonly ModelEntry[],
): readonly Payer[] {
  const { keyId, userId, teamId, organizationId, endUserId } = principal;
  const user = userId === undefined ? undefined : facts.users.get(userId);
  const ofKey = keyId === undefined ? undefined : key?.limits;
  const ofMember = teamId === undefined ? undefined : ownLimits(user?.memberLimits, teamId);
  const ofTeam = teamId === undefined ? undefined : facts.teams.get(teamId)?.limits;
  const ofOrganization = organizationId === undefined ? undefined : facts.organizations.get(organizationId)?.limits;
  const ofEndUser = endUserId === undefined ? undefined : facts.endUser?.limits;
  const limitedModels = limitedEntries(entries);
  if (!ofKey && !user?.limits && !ofMember && !ofTeam && !ofOrganization && !ofEndUser && limitedModels.length === 0)
    return NONE;

  const payers: Payer[] = [];
  const add = (type: EntityType, id: string | undefined, name: string, limits: Limits | null | undefined): void => {
    if (id !== undefined && limits) payers.push({ type, id, name, limits });
  };
  add("key", keyId, `key ${key?.name ?? ""}`, ofKey);
  add("user", userId, `user ${quote(userId)}`, user?.limits);
  add("member", memberEntityId(teamId ?? "", userId ?? ""), `user ${quote(userId)} in team ${quote(teamId)}`, ofMember);
  add("team", teamId, `team ${quote(teamId)}`, ofTeam);
  add("organization", organizationId, `organisation ${quote(organizationId)}`, ofOrganization);
  add("end_user", endUserId, `end user ${quote(endUserId)}`, ofEndUser);
  for (const entry of limitedModels) {
    if (matchesPattern(entry.model_name, model))
      add("model", entry.model_name, `model ${quote(entry.model_name)}`, modelLimits(entry));
  }
  return payers;
}

/** A team may have any id, `__proto__` too. */
function ownLimits(limits: Readonly<Record<string, Limits>> | null | undefined, teamId: string): Limits | undefined {
  return limits && Object.hasOwn(limits, teamId) ? limits[teamId] : undefined;
}

/** Lists of models change rarely and are long; those with limits are few. */
const limitedIn = new WeakMap<readonly ModelEntry[], readonly ModelEntry[]>();

function limitedEntries(entries: readonly ModelEntry[]): readonly ModelEntry[] {
  let limited = limitedIn.get(entries);
  if (!limited) limitedIn.set(entries, (limited = entries.filter(isLimited)));
  return limited;
}

function isLimited({ model_info: info }: ModelEntry): boolean {
  if (!info) return false;
  return (
    (info.max_budget ?? info.soft_budget ?? info.tpm_limit ?? info.rpm_limit ?? info.max_parallel_requests) !==
    undefined
  );
}

function modelLimits(entry: ModelEntry): Limits | undefined {
  const { model_info: info } = entry;
  if (!info || !isLimited(entry)) return undefined;
  return {
    maxBudget: info.max_budget ?? null,
    softBudget: info.soft_budget ?? null,
    budgetDuration: info.budget_duration ?? null,
    tpmLimit: info.tpm_limit ?? null,
    rpmLimit: info.rpm_limit ?? null,
    maxParallelRequests: info.max_parallel_requests ?? null,
    modelTpmLimit: {},
    modelRpmLimit: {},
  };
}

/** An id bounded for a message. */
function quote(id = ""): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 57)}...` : id);
}
