import { isPromise } from "@/lib/async/maybe-promise";
import type { DeploymentCredential, HeldCredential } from "@/lib/credentials/deployment-credential";
import type { RoutingPolicy } from "@/lib/router/routing-policy";
import type { SignRequest } from "@/lib/upstream/post";
import type { Services } from "../services";
import type { Outcome } from "./outcome";

interface ProvenAttempt {
  readonly credential: DeploymentCredential;
  /** Of the deployment. */
  readonly origin: string;
  readonly policy: Pick<RoutingPolicy, "cooldownMs">;
  /** Whether the body can be sent a second time. */
  readonly canRepeat: boolean;
}

/**
 * Sends an attempt with the credential that its deployment needs. If the upstream says that the credential has ended,
 * it is renewed and the attempt is sent once more. A missing credential never throws: the outcome has failed then.
 */
export async function sendProven(
  { credentials, now }: Pick<Services, "credentials" | "now">,
  { credential, origin, policy, canRepeat }: ProvenAttempt,
  send: (sign: SignRequest) => Promise<Outcome>,
): Promise<Outcome> {
  let held: HeldCredential;
  const sendWith = ({ sign }: HeldCredential): Promise<Outcome> =>
    send((request) => sign({ ...request, origin }, now()));
  try {
    const current = credential.current(credentials, policy.cooldownMs);
    held = isPromise(current) ? await current : current;
  } catch (error) {
    return { kind: "failed", head: undefined, error };
  }
  const outcome = await sendWith(held);
  if (!canRepeat || !saysEnded(credential, outcome)) return outcome;
  try {
    const renewed = await held.renewed();
    if (!renewed) return outcome;
    outcome.held.release();
    return await sendWith(renewed);
  } catch (error) {
    return { kind: "failed", head: outcome.head, error };
  }
}

function saysEnded(credential: DeploymentCredential, outcome: Outcome): outcome is Extract<Outcome, { kind: "whole" }> {
  if (outcome.kind !== "whole" || outcome.head.status < 400) return false;
  return credential.hasEnded(outcome.head.status, outcome.head.headers, outcome.bytes);
}
