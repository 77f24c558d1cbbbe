import { idNamespace, isWithin } from "@/lib/auth/id-namespace";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { quote } from "@/lib/quote";
import type { Caller } from "@/lib/gateway/request/caller";
import { isInScope, type KeyOwner, type KeyScope } from "@/lib/store/entities/key-scope";

/**
 * The entities that a caller may see and change on management routes: an administrator all, an administrator of teams
 * what belongs to these, other callers only their own. A viewer may see all, and passes only the rules for operations
 * that read. A refusal never reveals whether the entity exists (spec 5.3).
 */

/** Whether the caller sees everything: an administrator, or a viewer on an operation that reads. */
export function seesEverything({ principal }: Pick<Caller, "principal">): boolean {
  return principal.admin || principal.viewer;
}

/**
 * The caller's teams: the one it acts for, those that its token names and, if no claim is configured to name teams,
 * those of its user. The team of `team_id_default` is nobody's own: it pays for callers who have nothing in common.
 */
export function ownTeams({ principal, identity, facts }: Pick<Caller, "principal" | "identity" | "facts">): string[] {
  // A virtual key reaches no team but its own.
  const isMember = identity.kind === "jwt" && identity.groupsClaim === undefined && principal.userId !== undefined;
  const memberships = isMember ? (facts.users.get(principal.userId)?.teams ?? []) : [];
  const acting = ownTeamOf(principal);
  return [...new Set([...(acting === undefined ? [] : [acting]), ...(principal.groupTeams ?? []), ...memberships])];
}

/** The team that the caller acts for, unless that is only the one of `team_id_default`. */
export function ownTeamOf({ teamId, teamIsDefault }: Caller["principal"]): string | undefined {
  return teamIsDefault ? undefined : teamId;
}

/** Returns the caller if it may see the team. @throws GatewayError route_not_allowed */
export function requireTeam(caller: Caller, teamId: string): Caller {
  if (seesEverything(caller) || ownTeams(caller).includes(teamId) || administers(caller, teamId)) return caller;
  throw notYours("team");
}

/** Whether the caller is an administrator of the team, and not of the gateway. */
export function administers({ principal }: Pick<Caller, "principal">, teamId: string | null | undefined): boolean {
  return typeof teamId === "string" && principal.administers.includes(teamId);
}

/** Passes administrators and the administrators of the team. @throws GatewayError route_not_allowed */
export function requireTeamAdministrator(caller: Caller, teamId: string): void {
  if (seesEverything(caller) || administers(caller, teamId)) return;
  throw notYours("team");
}

/**
 * Passes users whom the caller's issuer may name, by the `id_prefix` of the issuers. A partner's administrator of a
 * team would otherwise bring people of another issuer in, or make users whose ids are that issuer's.
 * @throws GatewayError route_not_allowed, alike whether the users exist or not
 */
export function requireOwnPeople(caller: Caller, userIds: readonly string[], { jwtAuth }: Pick<Settings, "jwtAuth">) {
  const { principal, identity } = caller;
  if (principal.admin) return;
  const namespace = idNamespace(identity.issuer ?? identity.key?.maker?.issuer, jwtAuth);
  const stranger = userIds.find((id) => !isWithin(id, namespace));
  if (stranger === undefined) return;
  const rule =
    namespace.prefix === ""
      ? "do not begin with the id_prefix of another one"
      : `begin with ${quote(namespace.prefix)}`;
  const message = `Your provider's people have ids that ${rule}; only an administrator may add ${quote(stranger)}.`;
  throw new GatewayError("route_not_allowed", message, { param: "member" });
}

/** Returns the caller if it may see the user. @throws GatewayError route_not_allowed */
export function requireUser(caller: Caller, userId: string): Caller {
  if (seesEverything(caller) || caller.principal.userId === userId) return caller;
  throw notYours("user");
}

/**
 * The caller's keys. An administrator owns all keys, a virtual key only itself. A token owns the keys of its user, or
 * of its team if it names no user, and the keys of the teams that its user administers. Undefined: the caller can own
 * no key.
 */
function keyScopeOf(caller: Caller): KeyScope | undefined {
  const { identity, principal } = caller;
  const { keyId, userId, administers: teams } = principal;
  const teamId = ownTeamOf(principal);
  if (seesEverything(caller)) return "all";
  if (keyId !== undefined) return [{ column: "id", ids: [keyId] }];
  if (identity.kind !== "jwt") return undefined;
  const administered = teams.length > 0 ? [{ column: "teamId", ids: teams } as const] : [];
  if (userId !== undefined) return [{ column: "userId", ids: [userId] }, ...administered];
  return teamId === undefined ? undefined : [{ column: "teamId", ids: [teamId] }];
}

/** Whether the caller owns a key. */
export function ownsKey(caller: Caller, key: KeyOwner): boolean {
  const scope = keyScopeOf(caller);
  return scope !== undefined && isInScope(scope, key);
}

/** The caller's keys, as a filter for lists. @throws GatewayError route_not_allowed if the caller can own no key */
export function requireKeyScope(caller: Caller): KeyScope {
  const scope = keyScopeOf(caller);
  if (scope) return scope;
  throw new GatewayError(
    "route_not_allowed",
    "Your credentials name no user and no team, so there are no keys to list.",
  );
}

/**
 * Returns the key if the caller owns it.
 * @throws GatewayError route_not_allowed, also for a key that does not exist, so that the caller cannot tell which;
 * not_found for administrators
 */
export function requireKey<Key extends KeyOwner>(caller: Caller, key: Key | undefined): Key {
  if (key && ownsKey(caller, key)) return key;
  if (seesEverything(caller)) throw new GatewayError("not_found", "There is no such key.", { param: "key" });
  throw notYours("key");
}

/** A payer, as spend reports and lists of calls name it. */
export interface SpendScope {
  readonly type: "team" | "user" | "key";
  readonly id: string;
}

/**
 * The payer for which a caller may see the spend: its team, else its user, else its key. Undefined: an administrator
 * sees all spend. `askedTeam`: the team that the request names; those who administer it see its spend.
 *
 * This deliberately reaches further than `ownsKey`: a virtual key of a team sees the spend of its team, but not the
 * other keys of the team. When the team's budget is used up, the key's calls are refused, so its holder must be able to
 * see who spent the budget. Keys are credentials: the holder of one must not see, change or delete others.
 * @throws GatewayError not_granted if the caller is none of the three
 */
export function spendScopeOf(caller: Caller, askedTeam?: string): SpendScope | undefined {
  const { principal } = caller;
  if (seesEverything(caller)) return undefined;
  if (askedTeam !== undefined && administers(caller, askedTeam)) return { type: "team", id: askedTeam };
  const teamId = ownTeamOf(principal);
  if (teamId !== undefined) return { type: "team", id: teamId };
  if (principal.userId !== undefined) return { type: "user", id: principal.userId };
  if (principal.keyId !== undefined) return { type: "key", id: principal.keyId };
  throw new GatewayError(
    "not_granted",
    "Only administrators, teams, users and keys can see spend; this caller is none of them.",
  );
}

function notYours(what: string): GatewayError {
  return new GatewayError(
    "route_not_allowed",
    `Your credentials give no access to this ${what}; only an administrator may see any ${what}.`,
  );
}
