import type { Identity } from "@/lib/auth/decision";
import { claimText, type ClaimExpression } from "@/lib/config/claim-expression";
import type { DeadEnd } from "@/lib/wire/sign-in/console-access";

/** The settings that say which claims name a caller. */
interface ReadClaims {
  readonly user_id_jwt_field?: ClaimExpression | undefined;
  readonly object_id_jwt_field?: ClaimExpression | undefined;
}

/**
 * The claims of somebody whom the gateway does not know, with what they say: those that are configured to name the user
 * and the teams.
 */
export function deadEndsOf(identity: Identity | undefined, settings: ReadClaims): DeadEnd[] {
  if (!identity) return [];
  const { user_id_jwt_field: user, object_id_jwt_field: object } = settings;
  const { objectId, userId, teamClaim, teamId, groupsClaim, groups } = identity;
  if (object !== undefined && objectId !== undefined)
    return [{ claim: claimText(object), names: "user", values: [objectId] }];
  const valuesOf = (id: string | undefined): string[] => (id === undefined ? [] : [id]);
  return [
    ...(user === undefined ? [] : [{ claim: claimText(user), names: "user" as const, values: valuesOf(userId) }]),
    ...(teamClaim === undefined ? [] : [{ claim: teamClaim, names: "team" as const, values: valuesOf(teamId) }]),
    ...(groupsClaim === undefined ? [] : [{ claim: groupsClaim, names: "team" as const, values: [...groups] }]),
  ];
}
