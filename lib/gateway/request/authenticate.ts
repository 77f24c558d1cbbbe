import { createHash, hash, timingSafeEqual } from "node:crypto";
import { readCredential } from "@/lib/auth/token/credential";
import { runCustomValidate } from "@/lib/auth/io/custom-validate";
import { requireClaims } from "@/lib/auth/token/required-claims";
import type { Audiences } from "@/lib/auth/token/audiences";
import type { VerifiedToken } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { Services } from "../services";

/**
 * CSRF guard: writes with a console session must carry this header, which a cross-site form or link cannot set (OWASP,
 * custom request headers).
 */
const CONSOLE_HEADER = "x-gateway-console";

/**
 * Proves who is calling, by master key, virtual key, JWT or console session. Returns no promise for a JWT that is
 * remembered. `meant`: audiences of tokens that will do here beside those of their issuers. Rejects with GatewayError
 * 401, 403 for a cross-site write, or 503 while the proof is not possible.
 */
export function authenticate(services: Services, request: ApiRequest, meant?: Audiences): MaybePromise<VerifiedToken> {
  const authorization = bearerHeader(request);
  // A session is a credential like any other: what refuses its claims in a token refuses them here.
  if (!authorization) return validated(services, sessionToken(services, request));
  const how = { connection: request.connection, meant };
  const known = recallJwt(services, authorization, how);
  // The operator's own check may judge the same token differently from call to call, so it runs each time.
  return known && !services.customValidate(known.issuer)
    ? known
    : validated(services, known ?? proveBearer(services, authorization, how));
}

async function validated(services: Services, proof: MaybePromise<VerifiedToken>): Promise<VerifiedToken> {
  const token = await proof;
  const validation = validateToken(services, token);
  if (validation) await validation;
  return token;
}

/**
 * Proves an `Authorization` header. `meant`: as of `authenticate`. @throws GatewayError 401, or 503 while the proof is
 * not possible
 */
export async function verifyBearer(
  services: Services,
  authorization: string,
  meant?: Audiences,
): Promise<VerifiedToken> {
  return recallJwt(services, authorization, { meant }) ?? proveBearer(services, authorization, { meant });
}

/** How a JWT is proven. `connection`: the one that it arrived on. */
interface ProofOfJwt {
  readonly connection?: object | undefined;
  readonly meant: Audiences | undefined;
}

async function proveBearer(
  services: Services,
  authorization: string,
  { connection, meant }: ProofOfJwt,
): Promise<VerifiedToken> {
  const credential = readCredential(authorization);
  switch (credential.kind) {
    case "none":
    case "unrecognised":
      throw new GatewayError("missing_credentials", "The Authorization header must be: Bearer <token or key>.");
    case "key":
      return services.tokens.opaque.recall(credential.secret, meant) ?? keyToken(services, credential.secret, meant);
    case "jwt":
      if (!services.settings.current().general.enable_jwt_auth)
        throw new GatewayError(
          "invalid_key",
          "This is a JWT, but this gateway does not accept JWTs: enable_jwt_auth is off.",
        );
      return services.tokens.verify(credential.token, connection, meant);
  }
}

const BEARER = "Bearer ";

/**
 * The fast path for a JWT that is remembered: classifying a credential costs several times as much as this lookup.
 * Only the exact spelling `Bearer ` is looked up; other spellings take the full path.
 */
function recallJwt(
  { settings, tokens }: Services,
  authorization: string,
  { connection, meant }: ProofOfJwt,
): Extract<VerifiedToken, { kind: "jwt" }> | undefined {
  if (
    !authorization.startsWith(BEARER) ||
    authorization.startsWith("sk-", BEARER.length) ||
    !settings.current().general.enable_jwt_auth
  )
    return undefined;
  return tokens.recall(authorization.slice(BEARER.length), connection, meant);
}

/**
 * Asks `custom_validate` about a JWT, if one is configured. The claims of a session are compared with `required_claims`
 * again, because those may have changed since the login. Undefined: nothing has to be waited for. Throws or rejects
 * with GatewayError custom_validation_failed, claim_not_accepted
 */
export function validateToken(
  services: Pick<Services, "customValidate"> & { readonly settings: Pick<Services["settings"], "current"> },
  token: VerifiedToken,
): Promise<void> | undefined {
  if (token.kind !== "jwt") return undefined;
  if (token.via === "session") requireClaims(token.claims, token.issuer, services.settings.current());
  const validator = services.customValidate(token.issuer);
  return validator && runCustomValidate(validator, token.claims);
}

/**
 * The `Authorization` header of a request, or what stands in its place: Anthropic's clients send their key as
 * `x-api-key`, those of Azure OpenAI as `api-key`, Google's as `x-goog-api-key`, Portkey's as `x-portkey-api-key`.
 * Beside an `Authorization` header they are ignored.
 */
export function bearerHeader({ headers }: Pick<ApiRequest, "headers">): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return Array.isArray(authorization) ? authorization[0] : authorization;
  const key = headers["x-api-key"] ?? headers["api-key"] ?? headers["x-goog-api-key"] ?? headers["x-portkey-api-key"];
  return typeof key === "string" && key !== "" ? `Bearer ${key}` : undefined;
}

/** A text that is not a key of the gateway may be an opaque token of a provider. */
async function keyToken(
  { settings, directory, tokens }: Services,
  secret: string,
  meant: Audiences | undefined,
): Promise<VerifiedToken> {
  const { masterKey, previousMasterKeys } = settings.current();
  if (isSameSecret(secret, masterKey.reveal()) || previousMasterKeys.some((key) => isSameSecret(secret, key.reveal())))
    return { kind: "master-key", via: "bearer" };
  const key = await directory.keyByHash(hash("sha256", secret, "hex"));
  if (key) return { kind: "virtual-key", key };
  const opaque = tokens.opaque.verify(secret, meant);
  if (!opaque) throw unknownKey(secret);
  return opaque;
}

async function sessionToken({ readSession }: Services, request: ApiRequest): Promise<VerifiedToken> {
  const session = request.headers["cookie"] === undefined ? undefined : await readSession(request);
  if (!session)
    throw new GatewayError("missing_credentials", "No credentials: send Authorization: Bearer <token or key>.");
  if (request.method !== "GET" && request.headers[CONSOLE_HEADER] === undefined) {
    throw new GatewayError("cross_site_request", `A console session may only write with the header ${CONSOLE_HEADER}.`);
  }
  return session.token;
}

/**
 * Keys of the gateway's own making begin with `sk-`. Anything else may be a token of a provider that issues no JWTs.
 */
function unknownKey(secret: string): GatewayError {
  const isOwn = secret.startsWith("sk-");
  const hint = " It is not a JWT; a provider's opaque token counts only if its issuer has introspection or userinfo.";
  return new GatewayError("invalid_key", `The key is not known.${isOwn ? "" : hint}`);
}

/** Whether a request carries METRICS_TOKEN as its bearer, which opens the metrics and nothing else. */
export function hasMetricsToken(
  { environment: { metricsToken } }: Pick<Services, "environment">,
  { headers: { authorization } }: Pick<ApiRequest, "headers">,
): boolean {
  if (metricsToken === undefined || typeof authorization !== "string") return false;
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  return bearer !== undefined && isSameSecret(bearer, metricsToken);
}

/** Compares digests in constant time, so that timing reveals neither length nor content. */
function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
}
