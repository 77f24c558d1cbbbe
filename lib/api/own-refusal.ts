import type { Caller } from "@/lib/gateway/request/caller";
import type { RecordedDecision } from "@/lib/wire/explanation";

type Who = Pick<Caller, "identity">;

/**
 * Whether a recorded refusal was one of the caller's own credentials. Refusals of a key that belongs to the caller are
 * the caller's too, but only the row of the key shows to whom it belongs.
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
 * The ids that records of the caller's refusals may name. Records of other callers may name them too: `isOwnRefusal`
 * decides. `keys`: the ids of the keys that belong to the caller's user.
 */
export function namesOfOwn(
  { identity }: Who,
  keys: readonly string[],
): [member: "key_id" | "kind" | "subject" | "team_id" | "user_id", id: string][] {
  const { kind, key, subject, userId, teamId } = identity;
  if (kind === "master-key") return [["kind", kind]];
  if (key) return [["key_id", key.id]];
  return [
    ...keys.map((id) => ["key_id", id] as [member: "key_id", id: string]),
    ...(subject === undefined ? [] : [["subject", subject] as [member: "subject", id: string]]),
    ...(userId === undefined ? [] : [["user_id", userId] as [member: "user_id", id: string]]),
    ...(subject === undefined && userId === undefined && teamId !== undefined
      ? [["team_id", teamId] as [member: "team_id", id: string]]
      : []),
  ];
}

/** A string that is the same for all credentials of a person, or that stands for a key or token that names nobody. */
export function personOf({
  identity,
  principal,
}: Who & { readonly principal: Pick<Caller["principal"], "userId"> }): string {
  const { kind, issuer, subject, teamId, key } = identity;
  if (principal.userId !== undefined) return JSON.stringify(["user", principal.userId]);
  if (kind === "jwt") return JSON.stringify(["jwt", issuer ?? null, subject ?? teamId ?? null]);
  return JSON.stringify([kind, key?.id ?? null]);
}

function isSame(own: string | undefined, recorded: string | null): boolean {
  return own !== undefined && own === recorded;
}
