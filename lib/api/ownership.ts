import { GatewayError } from "@/lib/errors";
import type { Caller } from "@/lib/gateway/request/caller";
import { isInScope, type KeyOwner, type KeyScope } from "@/lib/store/entities/key-scope";

/**
 * What a caller may see and touch on management routes: an administrator everything, everybody else only their own.
 * A refusal never tells whether the thing exists (design 4, spec 5.3).
 */

/**
 * The caller's teams: the one it acts for, those that its token names and, where no claim is configured to name teams,
 * those of its user.
 */
export function ownTeams({ principal, identity, facts }: Pick<Caller, "principal" | "identity" | "facts">): string[] {
  // A key never reaches further than the team it belongs to.
  const isMember = identity.kind === "jwt" && identity.groupsClaim === undefined && principal.userId !== undefined;
  const memberships = isMember ? (facts.users.get(principal.userId)?.teams ?? []) : [];
  return [
    ...new Set([...(principal.teamId === undefined ? [] : [principal.teamId]), ...identity.groups, ...memberships]),
  ];
}

/** @throws GatewayError route_not_allowed */
export function requireTeam(caller: Caller, teamId: string): Caller {
  if (caller.principal.admin || ownTeams(caller).includes(teamId)) return caller;
  throw notYours("team");
}

/** @throws GatewayError route_not_allowed */
export function requireUser(caller: Caller, userId: string): Caller {
  if (caller.principal.admin || caller.principal.userId === userId) return caller;
  throw notYours("user");
}

/**
 * The keys of a caller: an administrator's are all, a virtual key's is the key itself, a token's are those of its user
 * or, where it names no user, those of its team. Undefined: the caller has none.
 */
function keyScopeOf({ identity, principal }: Caller): KeyScope | undefined {
  const { admin, keyId, userId, teamId } = principal;
  if (admin) return "all";
  if (keyId !== undefined) return { column: "id", id: keyId };
  if (identity.kind !== "jwt") return undefined;
  if (userId !== undefined) return { column: "userId", id: userId };
  return teamId === undefined ? undefined : { column: "teamId", id: teamId };
}

/** Whether a key is one of the caller's. */
export function ownsKey(caller: Caller, key: KeyOwner): boolean {
  const scope = keyScopeOf(caller);
  return scope !== undefined && isInScope(scope, key);
}

/** The caller's keys, for a list of them. @throws GatewayError route_not_allowed when the caller can have none */
export function requireKeyScope(caller: Caller): KeyScope {
  const scope = keyScopeOf(caller);
  if (scope) return scope;
  throw new GatewayError("route_not_allowed", "Your credentials stand for no user or team whose keys could be listed.");
}

/** @throws GatewayError route_not_allowed, also when there is no such key: the caller must not learn which */
export function requireKey<Key extends KeyOwner>(caller: Caller, key: Key | undefined): Key {
  if (key && ownsKey(caller, key)) return key;
  if (caller.principal.admin) throw new GatewayError("not_found", "There is no such key.", { param: "key" });
  throw notYours("key");
}

/** An entity that spend is charged to, as reports and lists of calls name it. */
export interface SpendScope {
  readonly type: "team" | "user" | "key";
  readonly id: string;
}

/**
 * The entity that a caller may see the spend of: its team before its user before its key. Undefined: everybody's, for
 * an administrator.
 *
 * This deliberately reaches further than `ownsKey`: a virtual key of a team sees the spend of its team, but not the
 * other keys of the team. Spend is a report; the team's budget refuses the key's calls, so its holder must be able to
 * see what has used the budget up. A key is a credential: whoever holds one must not learn of, change or delete others.
 * @throws GatewayError not_granted when the caller is none of the three
 */
export function spendScopeOf(caller: Caller): SpendScope | undefined {
  const { principal } = caller;
  if (principal.admin) return undefined;
  if (principal.teamId !== undefined) return { type: "team", id: principal.teamId };
  if (principal.userId !== undefined) return { type: "user", id: principal.userId };
  if (principal.keyId !== undefined) return { type: "key", id: principal.keyId };
  throw new GatewayError(
    "not_granted",
    "Spend is shown to administrators, teams, users and keys; this caller is none of them.",
  );
}

function notYours(what: string): GatewayError {
  return new GatewayError(
    "route_not_allowed",
    `Your credentials give no access to this ${what}; only an administrator may see any ${what}.`,
  );
}
