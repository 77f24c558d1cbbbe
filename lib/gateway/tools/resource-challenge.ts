import type { ApiRequest } from "@/lib/doors/contract";
import type { Services } from "../services";
import { gatewayAddress, METADATA_PATH, scopesFor } from "./protected-resource";

type ChallengeServices = Pick<Services, "environment" | "settings">;
type Asked = Pick<ApiRequest, "headers" | "connection" | "path">;

/** What a scope may have, so that it can stand in quotes (RFC 6749 §3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * The challenge of a 401 at an address of tools: where its metadata is, and the scopes that open it (RFC 9728 §5.1).
 * `challenge`: of the refusal, as other addresses have it.
 */
export function challengeForTools(services: ChallengeServices, asked: Asked, challenge: string): string {
  const separator = challenge.includes("=") ? ", " : " ";
  return challenge + separator + parametersOf(services, asked, scopesFor(services.settings.current(), asked.path));
}

/** The challenge of a 403 that a token with these scopes would not get (RFC 6750 §3.1). */
export function scopeChallenge(services: ChallengeServices, asked: Asked, scopes: readonly string[]): string {
  return `Bearer error="insufficient_scope", ${parametersOf(services, asked, scopes)}`;
}

function parametersOf({ environment }: Pick<Services, "environment">, asked: Asked, scopes: readonly string[]): string {
  const metadata = gatewayAddress(environment, asked) + METADATA_PATH + asked.path;
  const named = scopes.filter((scope) => SCOPE.test(scope));
  return [
    `resource_metadata="${metadata.replaceAll(/["\\]/g, encodeURIComponent)}"`,
    ...(named.length > 0 ? [`scope="${named.join(" ")}"`] : []),
  ].join(", ");
}
