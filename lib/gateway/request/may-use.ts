import { decide } from "@/lib/auth/decide";
import { loadFacts } from "@/lib/auth/facts";
import type { Caller } from "./caller";
import type { Services } from "../services";

/**
 * Whether a caller who may call one model may call another in its place: the whole decision again, with the other's
 * name. Where somebody else would pay for it (another of the caller's teams, say), they may not.
 */
export async function mayUse(
  { settings, directory, now }: Pick<Services, "settings" | "directory" | "now">,
  { identity, principal, access }: Caller,
  model: string,
): Promise<boolean> {
  const request = { ...access, model };
  const facts = await loadFacts(directory, identity, request);
  const decision = decide({ settings: settings.current(), identity, facts, request, now: now() });
  if (!decision.allow) return false;
  const { teamId, userId, organizationId, keyId } = decision.principal;
  return (
    teamId === principal.teamId &&
    userId === principal.userId &&
    organizationId === principal.organizationId &&
    keyId === principal.keyId
  );
}
