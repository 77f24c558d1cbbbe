import { hash } from "node:crypto";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { Settings } from "@/lib/config/schema";
import { identityClaims } from "../claims/identity-claims";
import type { Claims, VerifiedToken } from "../decision";
import { groupOverageOf, withGroups } from "../group-overage";
import { type Audiences, meantFor, namesAudience, toolAudiences } from "./audiences";
import { createGraphGroups, type GraphGroups, GROUPS_FOR } from "./io/graph-groups";
import type { KeySourceOptions } from "./io/key-source";
import { issuerEntryOf, settingsOfIssuer } from "../issuer-settings";
import { createOpaqueTokens, type OpaqueTokens, type OpaqueTokensOptions } from "./io/opaque-tokens";
import { createProviderLine, type DispatcherFor } from "./io/provider-line";
import { proveToken, type ProvenToken } from "./prove";
import type { Provider } from "./provider";
import { createProviders } from "./providers";
import { acceptedUntil } from "./remembered-until";
import type { TrustedKey } from "./trusted-key";

type VerifiedJwt = Extract<VerifiedToken, { kind: "jwt" }>;

interface Remembered {
  readonly token: VerifiedJwt;
  readonly length: number;
  readonly provider: Provider;
  readonly key: TrustedKey;
  /** The claim that names its audiences. */
  readonly audienceClaim: string;
  /** Whether the audiences of its issuer accept it. Otherwise some other use does, and each is compared again. */
  readonly isForAll: boolean;
  /** The generations of the settings and of the key set that verified it. */
  readonly generations: readonly [settings: number, keys: number];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A token with its provider's answers, and until when they count, in milliseconds since the epoch. */
interface Completed {
  readonly verified: VerifiedJwt;
  readonly until: number;
}

/**
 * The characters that remembered tokens may have on average, because all of them together take memory: 16 MiB for
 * 10,000.
 */
const MEAN_LENGTH = (16 * 1024 * 1024) / 10_000;

export interface TokenVerifier {
  /**
   * Returns the token if it was proven before and is still valid. Nothing is parsed, so any string may be passed.
   * `connection` is the one that it arrived on: the last token of a connection is recognised without hashing it.
   * `meant`: as of `verify`; a token that was accepted by one of these audiences is recalled only where they are given.
   */
  recall(token: string, connection?: object, meant?: Audiences): VerifiedJwt | undefined;
  /**
   * Proves a JWT against the providers' keys. `connection`: as of `recall`. `meant`: audiences that will do here beside
   * those of the token's issuer, as will its `mcp_audience`: those of an address of tools (RFC 8707).
   * @throws GatewayError 401 codes, auth_provider_unavailable
   */
  verify(token: string, connection?: object, meant?: Audiences): Promise<VerifiedJwt>;
  /**
   * The claims with the groups that they leave out, if `group_overage` says that Microsoft Graph is asked.
   * @throws GatewayError auth_provider_unavailable
   */
  withAllGroups(claims: Claims, issuer: string | undefined): Promise<Claims>;
  /** Tokens that are not JWTs, about which their providers are asked. */
  readonly opaque: Pick<OpaqueTokens, "recall" | "verify" | "verifyOf" | "lines">;
  /** The providers of the settings in force. */
  readonly providers: readonly Provider[];
  /** The keys of the remembered tokens that are still valid, one entry per token. */
  recentKeys(): TrustedKey[];
  /** A verifier by other settings that shares nothing with this one. Close it after use. */
  under(settings: Settings): TokenVerifier;
  close(): void;
}

/** Callbacks for events at providers, and how providers are connected to. */
interface Watching {
  readonly keys?: KeySourceOptions["observe"];
  readonly line?: OpaqueTokensOptions["observe"];
  /** Called with each token when it is proven, and not when it is recalled. */
  readonly proven?: OpaqueTokensOptions["proven"];
  /** How the providers of keys are connected to. */
  readonly connectorFor?: KeySourceOptions["connectorFor"];
}

/**
 * Verifies tokens by the settings in force. Good tokens are remembered by their SHA-256 for as long as the token, its
 * key and the settings are valid.
 */
export function createTokenVerifier(
  settings: () => Settings,
  now: () => number,
  dispatcherFor: DispatcherFor,
  observe: Watching = {},
): TokenVerifier {
  const providers = createProviders(settings, now, { observe: observe.keys, connectorFor: observe.connectorFor });
  const line = createProviderLine(dispatcherFor, now);
  const graph = createGraphGroups(dispatcherFor, now);
  const opaque = createOpaqueTokens({ settings, now, line, observe: observe.line, proven: observe.proven });
  const remembered = new RememberedTokens();
  const fingerprintOn = rememberFingerprints();

  function isGood({ provider: { source }, generations: [ofSettings, ofKeys], expiresAt }: Remembered): boolean {
    return ofSettings === settings().generation && ofKeys === source.generation && source.isReady && expiresAt > now();
  }

  function recall(id: string, meant: Audiences | undefined): VerifiedJwt | undefined {
    const known = remembered.get(id);
    if (!known || !isGood(known)) return undefined;
    if (!known.isForAll && !(meant && isMeant(known, meant, settings()))) return undefined;
    // Refresh the keys ahead of time even if all traffic is remembered tokens.
    known.provider.source.touch();
    return known.token;
  }

  /** @throws GatewayError 401 codes, auth_provider_unavailable */
  async function prove(id: string, token: string, meant: Audiences | undefined): Promise<VerifiedJwt> {
    const known = remembered.get(id);
    // One that is good elsewhere stays remembered, whatever is said of it here.
    if (known && !isGood(known)) remembered.forget(id);
    const current = settings();
    const all = providers.current();
    const proof = await proveToken(token, meant ? meantFor(all, meant, current) : all, current, now);
    proof.key.tokensSeen++;
    const whole = complete({ opaque, graph, now }, token, proof, { current, meant });
    const completed = isPromise(whole) ? await whole : whole;
    const kept = rememberedOf(token, proof, { generation: current.generation, all }, completed);
    remembered.keep(id, kept, settings().general.remembered_callers);
    observe.proven?.(completed.verified, current);
    return completed.verified;
  }

  const idOf = (token: string, connection: object | undefined): string =>
    connection ? fingerprintOn(connection, token) : fingerprint(token);

  return {
    under: (drafted) => createTokenVerifier(() => drafted, now, dispatcherFor, { connectorFor: observe.connectorFor }),
    opaque,
    withAllGroups: async (claims, issuer) => missingGroups(graph, claims, issuer, settings()) ?? claims,
    recall: (token, connection, meant) => recall(idOf(token, connection), meant),
    get providers() {
      return providers.current();
    },
    async verify(token, connection, meant) {
      const id = idOf(token, connection);
      return recall(id, meant) ?? prove(id, token, meant);
    },
    recentKeys() {
      return [...remembered.all()].filter(isGood).map(({ key }) => key);
    },
    close: providers.close,
  };
}

/** Proven tokens by their fingerprints. The oldest are forgotten while all together are too many or too long. */
class RememberedTokens {
  readonly #tokens = new Map<string, Remembered>();
  #length = 0;

  get(id: string): Remembered | undefined {
    return this.#tokens.get(id);
  }

  all(): Iterable<Remembered> {
    return this.#tokens.values();
  }

  forget(id: string): void {
    this.#length -= this.#tokens.get(id)?.length ?? 0;
    this.#tokens.delete(id);
  }

  /** `most`: how many tokens are kept, of the length that tokens have on average. */
  keep(id: string, token: Remembered, most: number): void {
    this.forget(id);
    this.#tokens.set(id, token);
    this.#length += token.length;
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= most && this.#length <= most * MEAN_LENGTH) break;
      this.forget(oldest);
    }
  }
}

/** Whether a token that its issuer's audiences do not accept is for the tools that are asked for. */
function isMeant({ token, audienceClaim }: Remembered, meant: Audiences, settings: Settings): boolean {
  return namesAudience(token.claims, audienceClaim, toolAudiences(token.issuer, meant, settings));
}

function rememberedOf(
  token: string,
  { claims, provider, key, generation, audienceClaim }: ProvenToken,
  by: { readonly generation: number; readonly all: readonly Provider[] },
  { verified, until }: Completed,
): Remembered {
  const own = by.all.find(({ source }) => source === provider.source);
  return {
    token: verified,
    length: token.length,
    provider,
    key,
    audienceClaim,
    isForAll:
      own !== undefined &&
      (own.audiences === undefined || namesAudience(verified.claims, audienceClaim, own.audiences)),
    generations: [by.generation, generation],
    expiresAt: typeof claims["exp"] === "number" ? Math.min(claims["exp"] * 1000, until) : until,
  };
}

/** Asks a provider about a proven token: about all of it, or for the groups that it leaves out. */
function complete(
  { opaque, graph, now }: { opaque: OpaqueTokens; graph: GraphGroups; now: () => number },
  token: string,
  { claims, issuer }: ProvenToken,
  { current, meant }: { readonly current: Settings; readonly meant: Audiences | undefined },
): MaybePromise<Completed> {
  const entry = issuerEntryOf(issuer, current.jwtAuth);
  if (entry?.introspection?.jwts !== true)
    return withMissingGroups(graph, { kind: "jwt", via: "bearer", claims, issuer }, current, now);
  return opaque
    .complete(token, { entry, own: claims, meant })
    .then((verified) => withMissingGroups(graph, verified, current, now));
}

/** A token with the groups that its claims leave out. */
function withMissingGroups(
  graph: GraphGroups,
  verified: VerifiedJwt,
  current: Settings,
  now: () => number,
): MaybePromise<Completed> {
  const { claims, issuer, answeredBy } = verified;
  const until = answeredBy === undefined ? Number.POSITIVE_INFINITY : acceptedUntil(undefined, now());
  const groups = missingGroups(graph, claims, issuer, current);
  if (!groups) return { verified, until };
  return groups.then((whole) => ({
    verified: { ...verified, claims: whole },
    until: Math.min(until, now() + GROUPS_FOR),
  }));
}

/** The claims with the groups that they leave out, from Microsoft Graph. Undefined: they leave out none. */
function missingGroups(
  graph: GraphGroups,
  claims: Claims,
  issuer: string | undefined,
  current: Settings,
): Promise<Claims> | undefined {
  const { jwtAuth } = settingsOfIssuer(issuer, current);
  const { group_overage: policy, microsoft_graph: access } = jwtAuth;
  if (policy !== "graph" || access === undefined) return undefined;
  const claim = groupOverageOf(claims, identityClaims(jwtAuth).groups);
  return claim === undefined
    ? undefined
    : graph.groupsOf(claims, access).then((groups) => withGroups(claims, claim, groups));
}

/** Tells the fingerprint of a token on a connection. Most callers send the same token again and again. */
function rememberFingerprints(): (connection: object, token: string) => string {
  const lastTokens = new WeakMap<object, { readonly token: string; readonly id: string }>();
  return (connection, token) => {
    const last = lastTokens.get(connection);
    if (last?.token === token) return last.id;
    const id = fingerprint(token);
    lastTokens.set(connection, { token, id });
    return id;
  };
}

function fingerprint(token: string): string {
  return hash("sha256", token, "base64");
}
