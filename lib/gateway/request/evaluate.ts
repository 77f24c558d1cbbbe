import { decide } from "@/lib/auth/decide";
import type { AccessRequest, Facts, VerifiedToken } from "@/lib/auth/decision";
import { identify, isFault } from "@/lib/auth/identify";
import type { Settings } from "@/lib/config/schema";
import { loadFacts } from "@/lib/auth/facts";
import type { Services } from "../services";
import type { Evaluation } from "@/lib/gateway/request/evaluation";

const NO_FACTS: Facts = { teams: new Map(), users: new Map(), endUser: undefined, organizations: new Map() };

/**
 * Identity, facts, decision: the whole of what the request path, the tester and the model list ask. Writes nothing.
 * `settings`: those in force, unless a draft of them is asked about.
 */
export async function evaluate(
  services: Pick<Services, "settings" | "directory" | "now">,
  token: VerifiedToken,
  request: AccessRequest,
  settings: Settings = services.settings.current(),
): Promise<Evaluation> {
  const identity = identify(token, settings.jwtAuth);
  const facts = isFault(identity) ? NO_FACTS : await loadFacts(services.directory, identity, request);
  return { identity, facts, decision: decide({ settings, identity, facts, request, now: services.now() }) };
}
