import type { TokenEndpointHandler } from "next-auth/providers/oauth";
import { decodeProtectedHeader } from "jose";
import { messageOf } from "@/lib/error-message";
import { SignInError } from "./sign-in-failure";

type Exchange = NonNullable<TokenEndpointHandler["request"]>;
type ExchangeContext = Parameters<Exchange>[0];
type Client = ExchangeContext["client"];

/** Algorithms of public keys. Those with the client's secret (HS256) and `none` prove nothing about the provider. */
const PUBLIC_KEY_ALGORITHM = /^(?:[RPE]S(?:256|384|512)|EdDSA)$/;

/**
 * Exchanges the code of a login for tokens and checks the ID token, whichever public-key algorithm signs it. next-auth
 * alone expects RS256. Discovery lists the algorithms that a provider can sign with and not the one that it uses, so
 * the algorithm is read from the ID token.
 * @throws SignInError
 */
export const exchangeCode: Exchange = async (context) => {
  const { params, checks, client } = context;
  // Checked before the code is redeemed: the answer may be to a login that somebody else began (RFC 6749 §10.12).
  const nonce = "nonce" in checks ? checks.nonce : undefined;
  if (checks.state === undefined || params.state !== checks.state || nonce === undefined)
    throw new SignInError({ fault: "CookiesLost", detail: undefined });
  const tokens = await redeem(context);
  // A client must not use a token whose type it does not understand (RFC 6749 §7.1).
  if (/^dpop$/i.test(tokens.token_type ?? ""))
    throw new SignInError({ fault: "TokensBound", detail: `The type of its access token is ${tokens.token_type}.` });
  try {
    const verifier = clientFor(client, algorithmOf(tokens.id_token, client));
    // openid-client checks the signature, issuer, audience, times and nonce, and the `iss` beside the code (RFC 9207).
    await verifier.callback(
      undefined,
      { id_token: tokens.id_token, state: params.state, ...(params["iss"] !== undefined && { iss: params["iss"] }) },
      { state: checks.state, nonce },
    );
  } catch (error) {
    throw error instanceof SignInError ? error : new SignInError({ fault: "IdTokenRefused", detail: messageOf(error) });
  }
  return { tokens };
};

/** @throws SignInError with the detail of the token endpoint */
async function redeem({ params, checks, client, provider }: ExchangeContext): ReturnType<Client["grant"]> {
  try {
    return await client.grant({
      grant_type: "authorization_code",
      code: params.code,
      redirect_uri: provider.callbackUrl,
      code_verifier: checks.code_verifier,
    });
  } catch (error) {
    const detail = messageOf(error);
    // The endpoint's own error (RFC 6749 §5.2). Without one, the endpoint was not reached or is broken.
    const errorCode = error instanceof Error && "error" in error && typeof error.error === "string" ? error.error : "";
    if (/^(?:invalid|unauthorized)_client$/.test(errorCode)) throw new SignInError({ fault: "ClientRefused", detail });
    // RFC 9449 names no error for a missing proof: providers answer invalid_grant or invalid_request and say why in
    // detail.
    if (/dpop/i.test(detail)) throw new SignInError({ fault: "TokensBound", detail });
    if (/^invalid_(?:grant|request)$/.test(errorCode) && offersBinding(client))
      throw new SignInError({ fault: "ExchangeRefused", detail });
    const isAnswer = /^[a-z_]+$/.test(errorCode);
    throw new SignInError({ fault: isAnswer ? "ProviderRefused" : "ProviderUnreachable", detail });
  }
}

/** Whether a missing proof may be why the provider refuses. oidc-provider, for one, does not say so. */
function offersBinding({ issuer }: Client): boolean {
  return Array.isArray(issuer.metadata["dpop_signing_alg_values_supported"]);
}

/** @throws SignInError */
function algorithmOf(idToken: string | undefined, { issuer }: Client): string {
  const refuse = (detail: string): SignInError => new SignInError({ fault: "IdTokenRefused", detail });
  if (idToken === undefined) throw refuse("The provider sent no ID token.");
  const { alg = "none" } = decodeProtectedHeader(idToken);
  const offered = issuer.metadata["id_token_signing_alg_values_supported"];
  if (!PUBLIC_KEY_ALGORITHM.test(alg)) throw refuse(`It is signed with ${alg}, which is not a public-key algorithm.`);
  if (Array.isArray(offered) && !offered.includes(alg))
    throw refuse(`It is signed with ${alg}, which the provider's discovery document does not list.`);
  return alg;
}

/** The same client, but for ID tokens of one algorithm. next-auth keeps its clock tolerance in a symbol property. */
function clientFor(client: Client, algorithm: string): Client {
  const verifier = new client.issuer.Client({ ...client.metadata, id_token_signed_response_alg: algorithm });
  for (const symbol of Object.getOwnPropertySymbols(client)) Reflect.set(verifier, symbol, Reflect.get(client, symbol));
  return verifier;
}
