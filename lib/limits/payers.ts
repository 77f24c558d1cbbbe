import { quote } from "@/lib/quote";
import type { Facts, Identity, Principal } from "@/lib/auth/decision";
import { endUserFacts } from "@/lib/auth/end-user";
import type { ModelEntry } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { ENTITY_KINDS, memberEntityId, type PayerType } from "@/lib/entity-type";
import type { Limits } from "@/lib/config/limit-rules";

/** An entity with limits that a call is charged to. */
export interface Payer {
  readonly type: PayerType;
  /** The id that totals are kept under; for a model its `model_name`, which may be a `*` pattern. */
  readonly id: string;
  /** As messages name it: `team "t1"`. */
  readonly name: string;
  readonly limits: Limits;
}

/**
 * The kinds of payers that are callers themselves. The others are charged for callers who know nothing of each other.
 */
const CALLERS: ReadonlySet<PayerType> = new Set<PayerType>(["key", "user", "member", "team"]);

/**
 * Whether a caller may be told the figures of one of its payers. Those of an organisation, an end user or a model would
 * tell what other callers may spend and have spent.
 */
export function showsFigures({ type }: Pick<Payer, "type">): boolean {
  return CALLERS.has(type);
}

/** The part of a caller that determines its payers. */
export interface ChargedCaller {
  readonly principal: Principal;
  readonly identity: Pick<Identity, "key">;
  readonly facts: Facts;
}

const NONE: readonly Payer[] = [];
/** The longest id that a message shows whole, in characters. */
const LONGEST_NAME = 60;

/**
 * The payers of a call, in this order: key, user, member, team, organisations, end user, models. An entry's limits
 * count every call whose model matches its `model_name`, whichever entry serves the call: `openai/*` also counts calls
 * of `openai/gpt-4o`.
 */
export function payersOf(
  { principal, identity: { key }, facts }: ChargedCaller,
  model: string,
  entries: readonly ModelEntry[],
): readonly Payer[] {
  const { keyId, userId, teamId, organizationId, teamOrganizationId, endUserId } = principal;
  const user = userId === undefined ? undefined : facts.users.get(userId);
  const ofKey = keyId === undefined ? undefined : key?.limits;
  const ofMember = teamId === undefined ? undefined : ownLimits(user?.memberLimits, teamId);
  const ofTeam = teamId === undefined ? undefined : facts.teams.get(teamId)?.limits;
  const ofOrganization = organizationId === undefined ? undefined : facts.organizations.get(organizationId)?.limits;
  const ofTeamOrganization =
    teamOrganizationId === undefined ? undefined : facts.organizations.get(teamOrganizationId)?.limits;
  const ofEndUser = endUserFacts(facts, endUserId)?.limits;
  const limitedModels = limitedEntries(entries);
  const ofOrganizations = ofOrganization ?? ofTeamOrganization;
  if (!ofKey && !user?.limits && !ofMember && !ofTeam && !ofOrganizations && !ofEndUser && limitedModels.length === 0)
    return NONE;

  const payers: Payer[] = [];
  const add = (type: PayerType, id: string | undefined, limits: Limits | null | undefined, name?: string): void => {
    if (id === undefined || !limits) return;
    payers.push({ type, id, name: name ?? `${ENTITY_KINDS[type].label} ${named(id)}`, limits });
  };
  add("key", keyId, ofKey, `key ${key?.name ?? ""}`);
  add("user", userId, user?.limits);
  if (ofMember) {
    const name = `user ${named(userId)} in team ${named(teamId)}`;
    add("member", memberEntityId(teamId ?? "", userId ?? ""), ofMember, name);
  }
  add("team", teamId, ofTeam);
  add("organization", organizationId, ofOrganization);
  add("organization", teamOrganizationId, ofTeamOrganization);
  add("end_user", endUserId, ofEndUser);
  for (const entry of limitedModels) {
    if (matchesPattern(entry.model_name, model)) add("model", entry.model_name, modelLimits(entry));
  }
  return payers;
}

/** Reads own members only, because a team may have any id, even `__proto__`. */
function ownLimits(limits: Readonly<Record<string, Limits>> | null | undefined, teamId: string): Limits | undefined {
  return limits && Object.hasOwn(limits, teamId) ? limits[teamId] : undefined;
}

/** Remembers the few entries with limits of each list: a list is long and rarely changes. */
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

function named(id = ""): string {
  return quote(id, LONGEST_NAME);
}
