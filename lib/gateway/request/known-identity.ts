import { decide } from "@/lib/auth/decide";
import type { DecidingSettings } from "@/lib/auth/standing";
import type { AccessRequest, Decision, Facts, Identity, IdentityFault } from "@/lib/auth/decision";
import { loadFacts, type Directory, type FactSettings } from "@/lib/auth/facts";
import { isFault } from "@/lib/auth/identify";
import { NO_FACTS } from "@/lib/auth/nobody";

/**
 * An identity together with what the database says about it. Facts are loaded once; then any number of requests and
 * settings can be decided about at once, with `decideAbout`.
 */
export interface KnownIdentity<Who extends Identity | IdentityFault = Identity> {
  readonly identity: Who;
  readonly facts: Facts;
}

/**
 * Loads the facts that decisions about an identity may turn on. They depend on the request only in that it may name a
 * team or an end user. @throws GatewayError directory_unavailable
 */
export async function loadKnownIdentity<Who extends Identity | IdentityFault>(
  directory: Directory,
  identity: Who,
  request: AccessRequest,
  settings: FactSettings,
): Promise<KnownIdentity<Who>> {
  return { identity, facts: isFault(identity) ? NO_FACTS : await loadFacts(directory, identity, request, settings) };
}

/** Decides about one request by these settings. `now`: milliseconds since the epoch. */
export function decideAbout(
  { identity, facts }: KnownIdentity<Identity | IdentityFault>,
  request: AccessRequest,
  settings: DecidingSettings,
  now: number,
): Decision {
  return decide({ settings, identity, facts, request, now });
}
