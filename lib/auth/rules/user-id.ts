import type { DecisionInput } from "../standing";
import { emailUserId } from "../email-user";
import { hasAllowedEmail } from "./email-domain";
import { objectKind } from "./role";

/** The user's id: the user claim, else the object id unless it is a team's, else an e-mail in the allowed domain. */
export function userIdOf(input: Pick<DecisionInput, "identity" | "facts" | "settings">): string | undefined {
  const { identity, settings } = input;
  if (identity.userId !== undefined) return identity.userId;
  if (objectKind(input) === "user") return identity.objectId;
  return hasAllowedEmail(identity, settings.jwtAuth) ? emailUserId(identity) : undefined;
}
