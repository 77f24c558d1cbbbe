import type { Claims } from "@/lib/auth/decision";
import { isObject } from "@/lib/is-object";
import { strangerOf } from "./stranger-of";
import { type ErrorCode, GatewayError } from "@/lib/errors";

/** What the provider gave the console for a person who signs in. */
export interface SignInTokens {
  readonly accessToken: string | undefined;
  /** The scopes that the token endpoint says it granted (RFC 6749 §5.1), separated by spaces. */
  readonly grantedScope: string | undefined;
  /** The claims of the ID token, whose signature has been checked. */
  readonly idToken: Claims;
}

/** The claims that a session stands for, or why there may be no session. */
export type SignInProof =
  | {
      readonly kind: "accepted";
      readonly claims: Claims;
      /**
       * Why the ID token's claims count and not those of the access token. Undefined: the access token's claims count.
       */
      readonly accessTokenUnused: string | undefined;
    }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string; readonly detail?: string };

/** How a token is judged. Every method throws a GatewayError. */
export interface TokenJudges {
  /** The claims of a JWT with a valid signature, times, issuer and audience. */
  verify(token: string): Promise<Claims>;
  /** Asks the issuer about an opaque token. Undefined: the issuer has none that it could be asked about. */
  introspect(token: string, issuer: unknown): Promise<Claims> | undefined;
  /** The claims with the groups that a provider has left out, if it can be asked for them. */
  withAllGroups(claims: Claims): Promise<Claims>;
  /** Asks `custom_validate`. */
  validate(claims: Claims): Promise<void>;
}

/** Refusals of a token that is not proven to be the provider's own token for this gateway. */
const UNPROVEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_token",
  "invalid_signature",
  "unknown_key",
  "invalid_issuer",
  "invalid_audience",
  "auth_provider_unavailable",
]);

/**
 * The claims that a sign-in stands for. The claims of the access token count if it is a JWT with a valid signature,
 * issuer and audience, or if the issuer of the ID token can be asked about it and says that it is active, and if the
 * ID token is about the same person of the same issuer. From then on any refusal is final, because the same token would
 * be refused as a bearer token too. Otherwise the token is not meant for this gateway, and the claims of the ID token
 * count, with the granted scopes.
 * @throws GatewayError while the sign-in cannot be decided, such as directory_unavailable
 */
export async function proveSignIn(judges: TokenJudges, tokens: SignInTokens): Promise<SignInProof> {
  const { accessToken, grantedScope, idToken } = tokens;
  let accessTokenUnused = "The provider issued no access token that is a JWT.";
  try {
    const proof = accessToken === undefined ? undefined : proofOf(judges, accessToken, idToken["iss"]);
    if (proof) {
      const verified = await claimsOf(proof);
      const stranger = isObject(verified) ? strangerOf({ accessToken, claims: verified, idToken }) : undefined;
      if (isObject(verified) && stranger === undefined) {
        await judges.validate(verified);
        return {
          kind: "accepted",
          claims: { ...pick(idToken, ["email", "name", "preferred_username"]), ...verified },
          accessTokenUnused: undefined,
        };
      }
      accessTokenUnused = isObject(verified) ? (stranger ?? accessTokenUnused) : verified;
    }
    const claims = await judges.withAllGroups({ ...(grantedScope ? { scope: grantedScope } : {}), ...idToken });
    await judges.validate(claims);
    return { kind: "accepted", claims, accessTokenUnused };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 401) throw error;
    const { code, message, options } = error;
    return { kind: "refused", code, message, ...(options.detail !== undefined && { detail: options.detail }) };
  }
}

/** The claims of an access token that can be judged: a JWT, or one that its issuer is asked about. */
function proofOf(judges: TokenJudges, accessToken: string, issuer: unknown): Promise<Claims> | undefined {
  return accessToken.split(".").length === 3 ? judges.verify(accessToken) : judges.introspect(accessToken, issuer);
}

/** The claims of the access token, or the reason why it is not meant for this gateway. */
async function claimsOf(proof: Promise<Claims>): Promise<Claims | string> {
  try {
    return await proof;
  } catch (error) {
    if (error instanceof GatewayError && UNPROVEN.has(error.code)) return error.message;
    throw error;
  }
}

function pick(claims: Claims, names: readonly string[]): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)));
}
