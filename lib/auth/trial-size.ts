import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity } from "./decision";
import { settingsOfCaller } from "./issuer-settings";

/** How often one trial may compare a group, a role or a scope of its caller with a mapping: some 20 ms of work. */
const MOST_COMPARISONS = 60_000;

/**
 * Why a caller is not tried under a draft: a decision cannot be interrupted, and whoever writes both the claims and the
 * mappings could make one that takes seconds. Undefined: it is small enough.
 */
export function tooLargeToTry(
  identity: Pick<Identity, "groups" | "roles" | "scopes" | "issuer" | "key">,
  jwtAuth: JwtAuthSettings,
): string | undefined {
  const settings = settingsOfCaller(identity, { jwtAuth }).jwtAuth;
  const comparisons =
    identity.groups.length * settings.group_mappings.length +
    identity.roles.length * settings.role_mappings.length +
    identity.scopes.length * settings.scope_mappings.length;
  if (comparisons <= MOST_COMPARISONS) return undefined;
  return "Its groups, roles and scopes times the mappings are more than can be tried at once. Give fewer of either.";
}
