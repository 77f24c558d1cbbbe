import { decide } from "@/lib/auth/decide";
import type { AccessRequest, Decision, Facts, Identity, IdentityFault, VerifiedToken } from "@/lib/auth/decision";
import { identify, isFault } from "@/lib/auth/identify";
import { loadFacts } from "./facts";
import type { Services } from "./services";

export interface Evaluation {
  readonly identity: Identity | IdentityFault;
  readonly decision: Decision;
}

const NO_FACTS: Facts = { teams: new Map(), users: new Map(), endUser: undefined, organizations: new Map() };

/** Identity, facts, decision: the whole of what the request path, the tester and the model list ask. Writes nothing. */
export async function evaluate(
  { settings, directory, now }: Pick<Services, "settings" | "directory" | "now">,
  token: VerifiedToken,
  request: AccessRequest,
): Promise<Evaluation> {
  const current = settings.current();
  const identity = identify(token, current.jwtAuth);
  const facts = isFault(identity) ? NO_FACTS : await loadFacts(directory, identity, request);
  return { identity, decision: decide({ settings: current, identity, facts, request, now: now() }) };
}
