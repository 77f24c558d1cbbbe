import { lostRequests, type LostRequest } from "@/lib/auth/lock-out";
import type { AccessRequest, Facts } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Services } from "../services";
import type { Caller } from "../request/caller";
import { evaluate } from "../request/evaluate";
import { decideAbout } from "../request/known-identity";

type LockOutServices = Pick<Services, "settings" | "directory" | "now">;

/**
 * Which of these requests an administrator could no longer make under other settings. Their token is read again,
 * because settings say which claims count. @throws GatewayError directory_unavailable
 */
export async function lostUnderSettings(
  services: LockOutServices,
  { token, identity }: Pick<Caller, "token" | "identity">,
  settings: Settings,
  requests: readonly AccessRequest[],
): Promise<LostRequest[]> {
  const compared = await Promise.all(
    requests.map(async (request) => {
      const [before, after] = [
        await evaluate(services, token, request),
        await evaluate(services, token, request, settings),
      ];
      return { request, before: before.decision, after: after.decision };
    }),
  );
  return lostRequests(identity, compared);
}

/** Whether an administrator could no longer make the request they are making, if these were the facts about them. */
export function lostWithFacts(
  services: Pick<LockOutServices, "settings" | "now">,
  { identity, access }: Pick<Caller, "identity" | "access">,
  { before, after }: { readonly before: Facts; readonly after: Facts },
): LostRequest[] {
  const decide = (facts: Facts) =>
    decideAbout({ identity, facts }, access, services.settings.current(), services.now());
  return lostRequests(identity, [{ request: access, before: decide(before), after: decide(after) }]);
}

/**
 * The refusal of a change that would lock out its maker. `lost`: at least one request. `param`: the field at fault.
 */
export function wouldLockOut(lost: readonly LostRequest[], param: string): GatewayError {
  const what = lost.map(({ method, path }) => `${method} ${path}`).join(", ");
  const because = lost[0]?.because ?? "";
  return new GatewayError(
    "would_lock_out",
    `This change would lock you out: you could no longer call ${what}. ${because} Nothing was changed; send force: true to do it anyway.`,
    { param, details: { lost } },
  );
}
