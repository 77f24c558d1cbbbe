import { hash } from "node:crypto";
import { errors, jwtVerify, type CryptoKey, type JWTPayload } from "jose";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { parseCompactToken, type CompactToken } from "./compact-token";
import type { Claims, VerifiedToken } from "./decision";
import { KeySource } from "./key-source";

type VerifiedJwt = Extract<VerifiedToken, { kind: "jwt" }>;

interface Remembered {
  readonly token: VerifiedJwt;
  readonly generation: number;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

const MAX_REMEMBERED = 10_000;

export interface TokenVerifier {
  /** Proves a JWT against the providers' keys. @throws GatewayError 401 codes, auth_provider_unavailable */
  verify(token: string): Promise<VerifiedJwt>;
  readonly sources: readonly KeySource[];
  close(): void;
}

/** Verifies tokens by the settings in force, remembering good ones by their SHA-256 while they, their keys and the settings hold. */
export function createTokenVerifier(settings: () => Settings, now: () => number): TokenVerifier {
  const remembered = new Map<string, Remembered>();
  const sources = new Map<string, KeySource>();
  let sourcesOf: Settings | undefined;

  /** One source per address and set of options; kept over changes of settings that leave them alone. */
  function currentSources(): KeySource[] {
    const current = settings();
    if (current !== sourcesOf) {
      const wanted = [
        ...current.publicKeyUrls.map((url) => ({ url, issuer: undefined })),
        ...current.jwtAuth.issuers.map(({ jwks_url: url, issuer }) => ({ url, issuer })),
      ].map((source) => ({ ...source, ttl: current.jwtAuth.public_key_ttl, staleTtl: current.jwtAuth.public_key_stale_ttl }));
      const wantedIds = new Set(wanted.map((source) => JSON.stringify(source)));
      for (const [id, source] of sources) {
        if (wantedIds.has(id)) continue;
        source.close();
        sources.delete(id);
      }
      for (const source of wanted) {
        const id = JSON.stringify(source);
        if (!sources.has(id)) sources.set(id, new KeySource({ ...source, now }));
      }
      sourcesOf = current;
    }
    return [...sources.values()];
  }

  async function verifyAfresh(token: string): Promise<{ verified: VerifiedJwt; freshUntil: number }> {
    const parsed = parseCompactToken(token);
    if ("fault" in parsed) throw new GatewayError("invalid_token", parsed.fault);
    const all = currentSources();
    if (all.length === 0) throw new GatewayError("auth_provider_unavailable", "No identity provider is configured: set JWT_PUBLIC_KEY_URL.");
    await Promise.all(all.map((source) => source.ensureFresh()));
    let candidates = sourcesFor(parsed, all);
    let keys = await gatherKeys(parsed, candidates);
    if (keys.length === 0) {
      await Promise.all(candidates.map((source) => source.refetch()));
      candidates = sourcesFor(parsed, all);
      keys = await gatherKeys(parsed, candidates);
    }
    if (keys.length === 0) throw missingKey(parsed, candidates, all);

    let failure: unknown;
    for (const { key, source } of keys) {
      try {
        const claims = await verifyWith(token, key, source.issuer, settings(), now());
        return { verified: { kind: "jwt", via: "bearer", claims, issuer: parsed.issuer }, freshUntil: source.freshUntil };
      } catch (error) {
        failure = error;
        // Another fitting key may have made this signature; any other fault is the token's own.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw failure instanceof errors.JOSEError ? wireError(failure) : failure;
  }

  return {
    get sources() {
      return currentSources();
    },
    async verify(token) {
      const id = hash("sha256", token, "base64");
      const current = settings();
      const known = remembered.get(id);
      if (known && known.generation === current.generation && known.validUntil > now()) return known.token;
      remembered.delete(id);
      const { verified, freshUntil } = await verifyAfresh(token);
      const expires = typeof verified.claims["exp"] === "number" ? verified.claims["exp"] * 1000 : Number.POSITIVE_INFINITY;
      const validUntil = Math.min(expires, freshUntil);
      if (validUntil > now()) {
        if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "");
        remembered.set(id, { token: verified, generation: current.generation, validUntil });
      }
      return verified;
    },
    close() {
      for (const source of sources.values()) source.close();
    },
  };
}

/** A token is checked only against its own issuer's keys, once any provider is known to be that issuer. */
function sourcesFor(token: CompactToken, all: readonly KeySource[]): KeySource[] {
  const own = all.filter((source) => source.issuer !== undefined && source.issuer === token.issuer);
  return own.length > 0 ? own : all.filter((source) => source.issuer === undefined);
}

async function gatherKeys(token: CompactToken, sources: readonly KeySource[]): Promise<{ key: CryptoKey; source: KeySource }[]> {
  const found = await Promise.all(
    sources.map(async (source) => (await source.keysFor(token.algorithm, token.keyId)).map((key) => ({ key, source }))),
  );
  return found.flat();
}

/** With a provider down its keys may be the missing ones: then nobody can say that the token is bad. */
function missingKey(token: CompactToken, candidates: readonly KeySource[], all: readonly KeySource[]): GatewayError {
  if (candidates.some((source) => !source.usable) || all.every((source) => !source.usable)) {
    return new GatewayError("auth_provider_unavailable", "The identity provider's keys cannot be fetched at the moment.", { headers: { "retry-after": "5" } });
  }
  if (candidates.length === 0) return new GatewayError("invalid_issuer", "The token's issuer is not one of the configured identity providers.");
  return new GatewayError("unknown_key", token.keyId === undefined ? "No key of the identity provider fits the token." : "The token's kid is not among the identity provider's keys.");
}

async function verifyWith(token: string, key: CryptoKey, pinnedIssuer: string | undefined, settings: Settings, now: number): Promise<Claims> {
  const { jwtAuth, audiences, issuers } = settings;
  const own = jwtAuth.issuers.find(({ issuer }) => issuer === pinnedIssuer);
  const audience = own?.audience ?? (audiences.length > 0 ? [...audiences] : undefined);
  const issuer = pinnedIssuer ?? (issuers.length > 0 ? [...issuers] : undefined);
  const { payload } = await jwtVerify(token, key, {
    currentDate: new Date(now),
    clockTolerance: jwtAuth.clock_skew_seconds,
    ...(audience !== undefined && { audience }),
    ...(issuer !== undefined && { issuer }),
    requiredClaims: jwtAuth.require_exp ? ["exp"] : [],
  });
  checkIssuedAt(payload, now / 1000 + jwtAuth.clock_skew_seconds);
  return payload;
}

/** `jose` looks at `iat` only when asked for a maximum age; a token from the future is refused like one with `nbf`. */
function checkIssuedAt({ iat }: JWTPayload, latest: number): void {
  if (iat === undefined) return;
  if (typeof iat !== "number") throw new GatewayError("invalid_token", 'The claim "iat" must be a number.');
  if (iat > latest) throw new GatewayError("token_not_yet_valid", 'The token was issued in the future ("iat").');
}

/** One place where the library's failures become ours; messages are our own, so nothing of the token is repeated. */
function wireError(error: errors.JOSEError): GatewayError {
  if (error instanceof errors.JWTExpired) return new GatewayError("token_expired", "The token has expired.");
  if (error instanceof errors.JWSSignatureVerificationFailed) return new GatewayError("invalid_signature", "The token's signature does not fit the identity provider's key.");
  if (error instanceof errors.JWTClaimValidationFailed) {
    switch (error.claim) {
      case "aud":
        return new GatewayError("invalid_audience", "The token is not meant for this gateway: its audience is not the configured one.");
      case "iss":
        return new GatewayError("invalid_issuer", "The token's issuer is not the configured one.");
      case "nbf":
        return error.reason === "check_failed"
          ? new GatewayError("token_not_yet_valid", 'The token is not valid yet ("nbf").')
          : new GatewayError("invalid_token", 'The claim "nbf" must be a number.');
      default:
        return new GatewayError("invalid_token", error.reason === "missing" ? `The token has no "${error.claim}" claim.` : `The claim "${error.claim}" is not valid.`);
    }
  }
  return new GatewayError("invalid_token", "The token cannot be verified.");
}
