import type { DecisionInput } from "../standing";
import { emailUserId } from "../email-user";
import { hasAllowedEmail } from "./email-domain";
import { mappedRole, objectKind } from "./role";

/**
 * The user's id: the user claim, else the object id unless it is a team's, else an e-mail in the allowed domain. A
 * service account is not a user, unless the database has a user of its id or a mapped role makes it one.
 */
export function userIdOf(input: Pick<DecisionInput, "identity" | "facts" | "settings">): string | undefined {
  const id = namedUserId(input);
  if (id === undefined || input.identity.serviceAccount === undefined || input.facts.users.has(id)) return id;
  return mappedRole(input)?.internal_role === "internal_user" ? id : undefined;
}

function namedUserId(input: Pick<DecisionInput, "identity" | "facts" | "settings">): string | undefined {
  const { identity, settings } = input;
  if (identity.userId !== undefined) return identity.userId;
  if (objectKind(input) === "user") return identity.objectId;
  return hasAllowedEmail(identity, settings.jwtAuth) ? emailUserId(identity) : undefined;
}
