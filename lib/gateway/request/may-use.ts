import type { Services } from "../services";
import type { Caller } from "./caller";
import { evaluateIdentity } from "./evaluate";

/**
 * Whether a caller who may call one model may call another in its place: the whole decision again, with the other
 * model's name. False if a different payer would be charged, such as another of the caller's teams.
 */
export async function mayUse(
  services: Pick<Services, "settings" | "directory" | "now">,
  { identity, principal, access }: Pick<Caller, "identity" | "principal" | "access">,
  model: string,
): Promise<boolean> {
  const { decision } = await evaluateIdentity(services, identity, { ...access, model });
  if (!decision.allow) return false;
  const { teamId, userId, organizationId, keyId } = decision.principal;
  return (
    teamId === principal.teamId &&
    userId === principal.userId &&
    organizationId === principal.organizationId &&
    keyId === principal.keyId
  );
}
