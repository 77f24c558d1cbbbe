import { hash } from "node:crypto";
import type { Settings } from "@/lib/config/schema";
import type { VerifiedToken } from "../decision";
import type { KeySourceOptions } from "./io/key-source";
import { proveToken, type ProvenToken } from "./prove";
import type { Provider } from "./provider";
import { createProviders } from "./providers";
import type { TrustedKey } from "./trusted-key";

type VerifiedJwt = Extract<VerifiedToken, { kind: "jwt" }>;

interface Remembered {
  readonly token: VerifiedJwt;
  readonly length: number;
  readonly provider: Provider;
  readonly key: TrustedKey;
  /** The generations of the settings and of the key set that verified it. */
  readonly generations: readonly [settings: number, keys: number];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Limits of the token memory: how many tokens, and how many characters of them. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 16 * 1024 * 1024;

export interface TokenVerifier {
  /**
   * Returns the token if it was proven before and is still valid. Nothing is parsed, so any text may be passed.
   * `connection` is the one that it arrived on: the last token of a connection is recognised without hashing it.
   */
  recall(token: string, connection?: object): VerifiedJwt | undefined;
  /** Proves a JWT against the providers' keys. @throws GatewayError 401 codes, auth_provider_unavailable */
  verify(token: string): Promise<VerifiedJwt>;
  /** The providers of the settings in force. */
  readonly providers: readonly Provider[];
  /** The keys of the remembered tokens that are still valid, one entry per token. */
  recentKeys(): TrustedKey[];
  close(): void;
}

/**
 * Verifies tokens by the settings in force. Good tokens are remembered by their SHA-256 for as long as the token, its
 * key and the settings are valid. `proven` is told of each token when it is proven, and not when it is recalled.
 */
export function createTokenVerifier(
  settings: () => Settings,
  now: () => number,
  observe?: KeySourceOptions["observe"],
  proven?: (token: VerifiedJwt, settings: Settings) => void,
): TokenVerifier {
  const providers = createProviders(settings, now, observe);
  const remembered = new Map<string, Remembered>();
  /** The last token of each connection with its SHA-256: most callers send the same token again and again. */
  const lastTokens = new WeakMap<object, { readonly token: string; readonly id: string }>();
  let length = 0;

  function forget(id: string): void {
    length -= remembered.get(id)?.length ?? 0;
    remembered.delete(id);
  }

  function remember(
    id: string,
    token: string,
    { claims, issuer, provider, key, generation }: ProvenToken,
    settingsGeneration: number,
  ): VerifiedJwt {
    const verified: VerifiedJwt = { kind: "jwt", via: "bearer", claims, issuer };
    const expiresAt = typeof claims["exp"] === "number" ? claims["exp"] * 1000 : Number.POSITIVE_INFINITY;
    forget(id);
    remembered.set(id, {
      token: verified,
      length: token.length,
      provider,
      key,
      generations: [settingsGeneration, generation],
      expiresAt,
    });
    length += token.length;
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED && length <= MAX_REMEMBERED_LENGTH) break;
      forget(oldest);
    }
    return verified;
  }

  function isGood({ provider: { source }, generations: [ofSettings, ofKeys], expiresAt }: Remembered): boolean {
    return ofSettings === settings().generation && ofKeys === source.generation && source.isReady && expiresAt > now();
  }

  function recall(id: string): VerifiedJwt | undefined {
    const known = remembered.get(id);
    if (!known || !isGood(known)) return undefined;
    // Refresh the keys ahead of time even if all traffic is remembered tokens.
    known.provider.source.touch();
    return known.token;
  }

  function fingerprintOn(connection: object, token: string): string {
    const last = lastTokens.get(connection);
    if (last?.token === token) return last.id;
    const id = fingerprint(token);
    lastTokens.set(connection, { token, id });
    return id;
  }

  return {
    recall: (token, connection) => recall(connection ? fingerprintOn(connection, token) : fingerprint(token)),
    get providers() {
      return providers.current();
    },
    async verify(token) {
      const id = fingerprint(token);
      const known = recall(id);
      if (known) return known;
      forget(id);
      const current = settings();
      const proof = await proveToken(token, providers.current(), current, now);
      proof.key.tokensSeen++;
      const verified = remember(id, token, proof, current.generation);
      proven?.(verified, current);
      return verified;
    },
    recentKeys() {
      return [...remembered.values()].filter(isGood).map(({ key }) => key);
    },
    close: providers.close,
  };
}

function fingerprint(token: string): string {
  return hash("sha256", token, "base64");
}
