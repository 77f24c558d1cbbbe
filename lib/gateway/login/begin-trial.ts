import { createHash } from "node:crypto";
import type { LoginTrial } from "@/lib/store/settings/login-trials";
import type { LoginProviderFacts } from "./discover-login";

/** What the `state` of a test login begins with. Those of sign-ins have no dot. */
export const TRIAL_STATE = "trial.";

/** What somebody wants to try. */
interface Wanted {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly label: string | undefined;
  readonly scopes: readonly string[];
  readonly redirectAddress: string;
}

/**
 * Makes a test login with PKCE (RFC 7636), and the address at which the browser begins it. `newId`: gives what nobody
 * can guess.
 */
export function beginTrial(
  provider: LoginProviderFacts,
  { clientId, clientSecret, label, scopes, redirectAddress }: Wanted,
  newId: () => string,
): { readonly id: string; readonly trial: LoginTrial; readonly address: string } {
  const id = newId();
  // RFC 7636 §4.1 wants at least 43 characters.
  const [verifier, nonce] = [`${newId()}${newId()}`, newId()];
  const address = new URL(provider.authorization);
  const parameters = {
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectAddress,
    scope: scopes.join(" "),
    state: `${TRIAL_STATE}${id}`,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const { issuer, token, keys } = provider;
  const made = { issuer, clientId, clientSecret, label: label ?? provider.label, scopes: [...scopes] };
  return { id, trial: { ...made, token, keys, redirectAddress, verifier, nonce }, address: address.href };
}
