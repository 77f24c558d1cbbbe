import { personOf } from "@/lib/api/own-refusal";
import { accessRequestAudit } from "@/lib/api/refusal-audit";
import type { VerifiedToken } from "@/lib/auth/decision";
import { type DecisionToRecord, decisionRecordOf } from "@/lib/auth/decision-record";
import { isFault } from "@/lib/auth/identify";
import { GatewayError } from "@/lib/errors";
import { groupOf } from "@/lib/gateway/record/refusal-counts";
import { actorOf } from "@/lib/gateway/request/actor-of";
import type { Evaluation } from "@/lib/gateway/request/evaluation";
import type { Services } from "@/lib/gateway/services";
import { storeAccessRequest } from "@/lib/store/record/access-requests";
import { write } from "@/lib/store/write";
import type { StrangerRequest } from "@/lib/wire/sign-in/console-access";

/** What a stranger was refused: their own page. */
export type Refused = Pick<Evaluation, "identity" | "decision"> & Pick<DecisionToRecord, "request">;

/**
 * Stores that somebody without access asks for it: about a refusal of their own page, which is recorded for this, so
 * that the request stands among the refusals with its explanation and its repair.
 * @throws GatewayError invalid_request if the account may use the gateway, names nobody, or asks too often
 */
export async function storeStrangerRequest(
  services: Services,
  { identity, decision, request }: Refused,
  { note, token }: { readonly note: string | null; readonly token: VerifiedToken },
): Promise<StrangerRequest> {
  if (decision.allow) throw refused("Your account may use this gateway already. Load the page again.");
  if (isFault(identity) || token.kind !== "jwt") throw refused("Your account names nobody who could get access.");
  const at = services.now();
  const generation = services.settings.current().generation;
  const refusal: DecisionToRecord = { id: `dec_${services.newId()}`, at, generation, identity, request, decision };
  services.refusals.record(refusal);
  const group = groupOf(decisionRecordOf(refusal));
  const actor = actorOf(identity);
  const person = personOf({ identity, principal: { userId: undefined } });
  const asked = { person, decisionId: refusal.id, actor, note, at: new Date(at) };
  const { result } = await write(services, async (transaction) => {
    const open = await storeAccessRequest(transaction, group, asked);
    if (!open) throw refused("There are too many open requests for access. Wait until one has been answered.");
    return { result: open, audit: open.isNew ? [accessRequestAudit(actor, group, note)] : [], changes: [] };
  });
  return { state: result.isNew ? "requested" : "already_requested", requested_at: result.at.toISOString() };
}

function refused(message: string): GatewayError {
  return new GatewayError("invalid_request", message);
}
