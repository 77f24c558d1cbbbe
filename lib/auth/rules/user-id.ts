import type { DecisionInput } from "../standing";
import { hasAllowedEmail } from "./email-domain";
import { objectKind } from "./role";

/** Who the user is: a claim of its own, then the object id where it is not a team's, then an e-mail of the allowed domain. */
export function userIdOf(input: Pick<DecisionInput, "identity" | "facts" | "settings">): string | undefined {
  const { identity, settings } = input;
  if (identity.userId !== undefined) return identity.userId;
  if (objectKind(input) === "user") return identity.objectId;
  return hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain) ? identity.email : undefined;
}
