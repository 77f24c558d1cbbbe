import type { RefusalGroup } from "@/lib/refusal";
import type { Caller } from "@/lib/gateway/request/caller";
import type { RecordedDecision } from "@/lib/wire/explanation";

type Who = Pick<Caller, "identity">;

/**
 * Whether a recorded refusal was one of the caller's own credentials. A refusal of a key that belongs to the caller is
 * the caller's too, which only the row of the key can say.
 */
export function isOwnRefusal({ identity: caller }: Who, { identity: refused }: Pick<RecordedDecision, "identity">) {
  if (refused === null || refused.kind !== caller.kind) return false;
  switch (caller.kind) {
    case "master-key":
      return true;
    case "virtual-key":
      return refused.key_id === (caller.key?.id ?? null);
    case "jwt": {
      if (refused.issuer !== (caller.issuer ?? null)) return false;
      if (isSame(caller.subject, refused.subject) || isSame(caller.userId, refused.user_id)) return true;
      // A token that names nobody stands for its team.
      const isNobody = caller.subject === undefined && caller.userId === undefined;
      return isNobody && refused.subject === null && refused.user_id === null && isSame(caller.teamId, refused.team_id);
    }
  }
}

/**
 * Under whom the caller's refusals may be counted: their keys, whose ids are `keys`, the team of their calls, or the user.
 * Refusals of others may be counted there, too.
 */
export function ownPrincipals(
  { identity, principal }: Pick<Caller, "identity" | "principal">,
  keys: readonly string[],
): Pick<RefusalGroup, "kind" | "principal">[] {
  if (identity.kind === "master-key") return [{ kind: "master_key", principal: "" }];
  if (identity.key) return [{ kind: "key", principal: identity.key.id }];
  const teams = [principal.teamId, identity.teamId, ...identity.groups].filter(isDefined);
  const user = principal.userId ?? identity.subject;
  return [
    ...keys.map((id) => ({ kind: "key" as const, principal: id })),
    ...[...new Set(teams)].slice(0, MOST_TEAMS).map((id) => ({ kind: "team" as const, principal: id })),
    ...(user === undefined ? [] : [{ kind: "user" as const, principal: user }]),
  ];
}

/** Of the groups of one token. */
const MOST_TEAMS = 100;

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** One text for all credentials of a person, or for a key or token that names none. */
export function personOf({ identity, principal }: Pick<Caller, "identity" | "principal">): string {
  const { kind, issuer, subject, teamId, key } = identity;
  if (principal.userId !== undefined) return JSON.stringify(["user", principal.userId]);
  if (kind === "jwt") return JSON.stringify(["jwt", issuer ?? null, subject ?? teamId ?? null]);
  return JSON.stringify([kind, key?.id ?? null]);
}

function isSame(own: string | undefined, recorded: string | null): boolean {
  return own !== undefined && own === recorded;
}
