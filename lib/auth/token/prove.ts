import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { checkAcceptedClaims } from "./accepted-claims";
import { parseCompactToken, type CompactToken } from "./compact-token";
import type { Claims } from "../decision";
import { issuerEntryOf, settingsOfIssuer } from "../issuer-settings";
import { describeDifference, oneOf } from "./differing-claim";
import { providersFor, type Provider } from "./provider";
import { requireAcceptedClaims, wrongIssuer } from "./token-fault";
import type { TrustedKey } from "./trusted-key";
import { refuseUnprovenUse } from "./unproven-use";

/** A token signed by a provider's key, with valid times, issuer and audience. */
export interface ProvenToken {
  readonly kind: "proven";
  readonly claims: Claims;
  readonly issuer: string | undefined;
  /** The claim that names its audiences. */
  readonly audienceClaim: string;
  readonly provider: Provider;
  readonly key: TrustedKey;
  /** The generation of the key set that proved it. */
  readonly generation: number;
}

/** What one provider's keys say about a token. */
type Finding =
  | ProvenToken
  /** The signature is good and something else is wrong, so no other provider can accept it. */
  | { readonly kind: "refused"; readonly error: GatewayError }
  | {
      readonly kind: "unproven";
      readonly provider: Provider;
      readonly tried: "the key it names" | "some key" | "nothing";
    };
type Settled = Exclude<Finding, { kind: "unproven" }>;

/**
 * Proves a JWT against the providers' keys. Cached keys come first, so that no token waits for a provider that did not
 * issue it. If none fits, the providers are asked in parallel, and the first answer that decides wins.
 *
 * @param now milliseconds since the epoch
 * @throws GatewayError 401 codes, auth_provider_unavailable
 */
export async function proveToken(
  token: string,
  all: readonly Provider[],
  settings: Settings,
  now: () => number,
): Promise<ProvenToken> {
  const parsed = parseCompactToken(token);
  if ("fault" in parsed)
    throw new GatewayError("invalid_token", parsed.fault, parsed.detail === undefined ? {} : { detail: parsed.detail });
  if (all.length === 0)
    throw new GatewayError("auth_provider_unavailable", "No identity provider is configured: set JWT_PUBLIC_KEY_URL.");

  if (parsed.idTokenFault !== undefined && !issuerEntryOf(parsed.issuer, settings.jwtAuth)?.accept_id_tokens)
    throw new GatewayError("invalid_token", parsed.idTokenFault);

  const candidates = (): readonly Provider[] => providersOf(parsed, all, settings);
  const first = candidates();
  // If no provider can have issued the token, do not fetch keys for it: a stranger's tokens must cost nothing.
  if (first.length === 0) throw unknownIssuer(parsed, all, settings);
  const check = (provider: Provider): Promise<Finding> => tryKeys({ token, parsed, settings, now: now() }, provider);
  const ready = first.filter(({ source }) => source.isReady);
  for (const { source } of ready) source.touch();
  const [only, another] = ready;
  // Nearly every token has one provider, and waiting for all of a list costs more than waiting for one.
  const ofReady = only && !another ? [await check(only)] : await Promise.all(ready.map(check));
  const found = ofReady.find(isSettled);
  if (found) return unlessRefused(found);

  // The fetches above may have told us which issuer a provider serves, so choose the providers again.
  const waiting = new Map(candidates().map((provider) => [provider, askAgain(provider, candidates, check)]));
  const settled = await firstSettled([...waiting.values()]);
  if (settled) return unlessRefused(settled);
  // A provider asked for the first time may turn out to be the token's issuer although it was not among those waited
  // for.
  const findings = await Promise.all(candidates().map((provider) => waiting.get(provider) ?? check(provider)));
  if (findings.length === 0) throw unknownIssuer(parsed, all, settings);
  throw missingKey(parsed, findings);
}

/** The providers that may have issued a token: those of its issuer from which JWT_ISSUER accepts it. */
function providersOf({ issuer }: CompactToken, all: readonly Provider[], { issuers }: Settings): readonly Provider[] {
  return providersFor(issuer, all).filter((provider) => {
    const accepted = acceptedIssuers(provider, issuers);
    return accepted === undefined || (issuer !== undefined && accepted.includes(issuer));
  });
}

/** Waits for missing keys, and then for newer ones. */
async function askAgain(
  provider: Provider,
  candidates: () => readonly Provider[],
  check: (provider: Provider) => Promise<Finding>,
): Promise<Finding> {
  const { source } = provider;
  const unproven: Finding = { kind: "unproven", provider, tried: "nothing" };
  const { fetches } = source;
  await source.prepare();
  const isIts = (): boolean => candidates().includes(provider);
  if (!isIts()) return unproven;
  const finding = await check(provider);
  // Do not fetch again if the keys were already fetched after this token arrived.
  if (finding.kind !== "unproven" || source.fetches > fetches) return finding;
  const { generation } = source;
  await source.seek();
  if (!isIts()) return unproven;
  return source.generation === generation ? finding : check(provider);
}

/** A token under proof, with what it is checked against. */
interface Candidate {
  readonly token: string;
  readonly parsed: CompactToken;
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

async function tryKeys(candidate: Candidate, provider: Provider): Promise<Finding> {
  const { parsed, settings } = candidate;
  const { generation } = provider.source;
  const { algorithms } = settingsOfIssuer(provider.configuredIssuer, settings).jwtAuth;
  if (algorithms?.includes(parsed.algorithm) === false)
    return { kind: "refused", error: otherAlgorithm(parsed, algorithms) };
  const keys = provider.source.keysFor(parsed.algorithm, parsed.keyId);
  for (const key of keys) {
    // Another fitting key may have made the signature. Any other fault is the token's own.
    if (!(await key.hasSigned(candidate.token, parsed.algorithm))) continue;
    try {
      const { audienceClaim = "aud" } = checkPayload(candidate, provider);
      const { payload: claims, issuer } = parsed;
      return { kind: "proven", claims, issuer, audienceClaim, provider, key, generation };
    } catch (error) {
      if (error instanceof GatewayError) return { kind: "refused", error };
      throw error;
    }
  }
  const isNamed = parsed.keyId !== undefined && keys.some(({ kid }) => kid === parsed.keyId);
  return { kind: "unproven", provider, tried: isNamed ? "the key it names" : keys.length > 0 ? "some key" : "nothing" };
}

/**
 * Checks the claims of a token whose signature is proven. Returns what stands for its `aud`, if something does.
 * @throws GatewayError 401 codes
 */
function checkPayload(
  { parsed, settings, now }: Candidate,
  provider: Provider,
): { readonly audienceClaim: string | undefined } {
  const { payload } = parsed;
  const { jwtAuth } = settingsOfIssuer(provider.configuredIssuer, settings);
  const { audiences } = provider;
  const isIdToken = parsed.idTokenFault !== undefined;
  // An ID token is meant for whom its `aud` names, whatever claim stands for the audience of access tokens.
  if (isIdToken && audiences === undefined) throw new GatewayError("invalid_token", parsed.idTokenFault ?? "");
  const audienceClaim = isIdToken ? undefined : jwtAuth.audience_claim;
  // A lightweight token may lack its audience and other claims; then its provider's answer has them, and is checked.
  const isIntrospected = issuerEntryOf(parsed.issuer, settings.jwtAuth)?.introspection?.jwts === true;
  requireAcceptedClaims(payload, {
    issuers: acceptedIssuers(provider, settings.issuers),
    audiences: audienceClaim === undefined && !isIntrospected ? audiences : undefined,
    requiresExpiry: jwtAuth.require_exp,
    now,
    clockSkewSeconds: jwtAuth.clock_skew_seconds,
  });
  refuseUnprovenUse(payload, jwtAuth, now);
  if (!isIntrospected) checkAcceptedClaims(payload, { audiences, audienceClaim, issuer: parsed.issuer, settings });
  return { audienceClaim };
}

function otherAlgorithm({ algorithm }: CompactToken, algorithms: readonly string[]): GatewayError {
  return new GatewayError(
    "invalid_token",
    `The token's signature algorithm is not accepted from its issuer; accepted: ${algorithms.join(", ")}.`,
    { detail: describeDifference("alg", algorithm, algorithms) },
  );
}

/** A configured provider accepts its own issuer. For the others, JWT_ISSUER must name the issuer if it is set. */
function acceptedIssuers({ source, configuredIssuer }: Provider, allowed: readonly string[]): string[] | undefined {
  if (configuredIssuer !== undefined) return [configuredIssuer];
  if (source.issuer === undefined) return allowed.length > 0 ? [...allowed] : undefined;
  return allowed.length === 0 || allowed.includes(source.issuer) ? [source.issuer] : [];
}

/** The first finding that decides; undefined once all are in and none does. */
function firstSettled(findings: readonly Promise<Finding>[]): Promise<Settled | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (finding: Finding): void => {
      if (isSettled(finding)) resolve(finding);
    };
    Promise.all(findings.map((finding) => finding.then(settle))).then(() => resolve(undefined), reject);
  });
}

function isSettled(finding: Finding): finding is Settled {
  return finding.kind !== "unproven";
}

/** @throws GatewayError */
function unlessRefused(finding: Settled): ProvenToken {
  if (finding.kind === "refused") throw finding.error;
  return finding;
}

/** While a provider does not answer, the missing key may be one of its keys, so the token cannot be called bad. */
function missingKey(token: CompactToken, findings: readonly Finding[]): GatewayError {
  const unproven = findings.filter((finding) => finding.kind === "unproven");
  if (unproven.some(({ tried }) => tried === "the key it names")) return badSignature();
  if (
    unproven.some(
      ({ provider: { source }, tried }) => !source.isUsable || (source.error !== undefined && tried === "nothing"),
    )
  ) {
    return new GatewayError(
      "auth_provider_unavailable",
      "The identity provider's keys cannot be fetched at the moment.",
      { headers: { "retry-after": "5" } },
    );
  }
  if (unproven.some(({ tried }) => tried === "some key")) return badSignature();
  const keys = unproven.flatMap(({ provider: { source } }) => source.keys);
  if (token.keyId === undefined)
    return new GatewayError("unknown_key", "No key of the identity provider fits the token.", {
      detail: describeDifference("alg", token.algorithm, statedIn(keys.map(({ alg, kty }) => alg ?? kty))),
    });
  const known = statedIn(keys.map(({ kid }) => kid));
  return new GatewayError("unknown_key", "The token's kid is not among the identity provider's keys.", {
    // Whoever sends a token chooses its key id, so the log only has what it was compared with.
    detail: known.length === 0 ? "No key has a kid." : `It is not ${oneOf(known)}.`,
    comparison: describeDifference("kid", token.keyId, known),
  });
}

function statedIn(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

function unknownIssuer(token: CompactToken, all: readonly Provider[], { issuers }: Settings): GatewayError {
  const accepted = all.flatMap(
    (provider) =>
      acceptedIssuers(provider, issuers) ?? (provider.source.issuer === undefined ? [] : [provider.source.issuer]),
  );
  return wrongIssuer(token.issuer, [...new Set(accepted)]);
}

function badSignature(): GatewayError {
  return new GatewayError("invalid_signature", "The token's signature does not fit the identity provider's key.");
}
