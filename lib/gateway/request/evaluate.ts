import type { AccessRequest, Identity, IdentityFault, VerifiedToken } from "@/lib/auth/decision";
import { identify } from "@/lib/auth/identify";
import type { Directory } from "@/lib/auth/facts";
import type { Settings } from "@/lib/config/schema";
import type { Services } from "../services";
import type { Evaluation } from "./evaluation";
import { decideAbout, loadKnownIdentity } from "./known-identity";

type EvaluationServices = Pick<Services, "settings" | "now"> & { readonly directory: Directory };

/**
 * Identity, facts, decision: for the request path, the tester, the console and the list of models. Writes nothing.
 * `settings`: those in force, unless a draft is tried. @throws GatewayError directory_unavailable
 */
export async function evaluate(
  services: EvaluationServices,
  token: VerifiedToken,
  request: AccessRequest,
  settings: Settings = services.settings.current(),
): Promise<Evaluation> {
  return await evaluateIdentity(
    services,
    identify(token, settings.jwtAuth, request.requestedOrganization),
    request,
    settings,
  );
}

/** `evaluate` for an identity that has been read from its token already. @throws GatewayError directory_unavailable */
export async function evaluateIdentity(
  services: EvaluationServices,
  identity: Identity | IdentityFault,
  request: AccessRequest,
  settings: Settings = services.settings.current(),
): Promise<Evaluation> {
  const known = await loadKnownIdentity(services.directory, identity, request, {
    scope: settings.general.end_user_scope,
    jwtAuth: [settings.jwtAuth],
  });
  return { identity, facts: known.facts, decision: decideAbout(known, request, settings, services.now()) };
}
