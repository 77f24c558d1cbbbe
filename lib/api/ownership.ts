import { GatewayError } from "@/lib/errors";
import type { Caller } from "@/lib/gateway/request/caller";

/**
 * What a caller may see and touch on management routes. Administrators: everything. Others: only what is theirs, and
 * a refusal never tells whether the thing exists (design 4, spec 5.3).
 */

/** @throws GatewayError route_not_allowed unless an administrator calls */
export function requireAdmin(caller: Caller | undefined): Caller {
  if (caller?.principal.admin) return caller;
  throw new GatewayError(
    "route_not_allowed",
    "Only an administrator may do this; use the master key or an admin token.",
  );
}

/** The team that a caller acts for, those that its token names, and where no claim is configured to say them its user's. */
export function ownTeams({ principal, identity, facts }: Pick<Caller, "principal" | "identity" | "facts">): string[] {
  // A key never reaches further than the team it belongs to.
  const isMember = identity.kind === "jwt" && identity.groupsClaim === undefined && principal.userId !== undefined;
  const memberships = isMember ? (facts.users.get(principal.userId)?.teams ?? []) : [];
  return [
    ...new Set([...(principal.teamId === undefined ? [] : [principal.teamId]), ...identity.groups, ...memberships]),
  ];
}

/** @throws GatewayError route_not_allowed */
export function requireTeam(caller: Caller | undefined, teamId: string): Caller {
  if (caller && (caller.principal.admin || ownTeams(caller).includes(teamId))) return caller;
  throw notYours("team");
}

/** @throws GatewayError route_not_allowed */
export function requireUser(caller: Caller | undefined, userId: string): Caller {
  if (caller && (caller.principal.admin || caller.principal.userId === userId)) return caller;
  throw notYours("user");
}

/** What of a key decides whose it is. */
export interface KeyOwner {
  readonly id: string;
  readonly userId: string | null;
  readonly teamId: string | null;
}

/**
 * A key is the caller's when it is the very key of the call, or its user's, or, where a team's own token calls that
 * stands for no user, its team's. A key as a caller never reaches the other keys of its team.
 */
export function ownsKey(caller: Caller, key: KeyOwner): boolean {
  const { admin, keyId, userId, teamId } = caller.principal;
  if (admin || key.id === keyId) return true;
  if (caller.identity.kind !== "jwt") return false;
  return userId !== undefined ? key.userId === userId : teamId !== undefined && key.teamId === teamId;
}

/** @throws GatewayError route_not_allowed, also when there is no such key: the caller must not learn which */
export function requireKey<Key extends KeyOwner>(caller: Caller | undefined, key: Key | undefined): Key {
  if (caller && key && ownsKey(caller, key)) return key;
  if (caller?.principal.admin) throw new GatewayError("not_found", "There is no such key.", { param: "key" });
  throw notYours("key");
}

function notYours(what: string): GatewayError {
  return new GatewayError(
    "route_not_allowed",
    `Your credentials give no access to this ${what}; only an administrator may see any ${what}.`,
  );
}
