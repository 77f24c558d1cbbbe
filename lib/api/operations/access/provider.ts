import { messageOf } from "@/lib/error-message";
import { providersAt, shownUrl, type Provider } from "@/lib/auth/token/provider";
import type { TrustedKey } from "@/lib/auth/token/trusted-key";
import { GatewayError } from "@/lib/errors";
import { write } from "@/lib/store/write";
import {
  providerKeyContracts,
  type IdentityProvider,
  type IdentityProviders,
  type KeyDrill,
  type ProviderKey,
} from "@/lib/wire/contracts/provider-keys";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";

/** `/provider/*` */
export const providerOperations: readonly CallerOperation[] = [
  defineOperation(providerKeyContracts.show, async ({ services }) => ({
    body: viewProviders(services, services.tokens.providers),
  })),
  defineOperation(providerKeyContracts.refresh, async ({ services, caller }, { url }) => {
    const wanted = url === undefined ? services.tokens.providers : knownProviders(services, url);
    await Promise.all([...wanted.map(({ source }) => source.refresh()), tellOtherNodes(services, caller, url)]);
    return { body: viewProviders(services, wanted) };
  }),
  defineOperation(providerKeyContracts.drill, async ({ services }, { url }) => ({
    body: await drill(services, knownProviders(services, url)),
  })),
];

/** The providers with this url. @throws GatewayError not_found, without naming the configured ones */
function knownProviders({ tokens }: Services, url: string): readonly [Provider, ...Provider[]] {
  const [first, ...others] = providersAt(tokens.providers, url);
  if (!first)
    throw new GatewayError("not_found", "No identity provider has that url. GET /provider/keys lists them all.", {
      param: "url",
    });
  return [first, ...others];
}

/**
 * Tells the other nodes to refresh. If the database is away, only this node refreshes now, and the others do on
 * schedule.
 */
async function tellOtherNodes(services: Services, caller: Caller, url: string | undefined): Promise<void> {
  const entry = {
    actor: caller.actor,
    action: "provider_keys.refresh",
    entityType: "provider_keys",
    entityId: url === undefined ? "all" : shownUrl(url),
  };
  try {
    const changes = [{ entity: "provider_keys" as const, id: url === undefined ? "" : shownUrl(url) }];
    await write(services, async () => ({ result: undefined, audit: [entry], changes }));
  } catch (error) {
    services.log.warn("provider_keys_refresh_not_passed_on", { error: String(error) });
  }
}

async function drill({ tokens, now }: Services, providers: readonly [Provider, ...Provider[]]): Promise<KeyDrill> {
  const [{ source }] = providers;
  const known = new Set(providers.flatMap((provider) => provider.source.keys));
  const recent = tokens.recentKeys().filter((key) => known.has(key));
  const view = (keys: readonly TrustedKey[]) => keys.map((key) => viewKey(key, now()));
  const common = { url: shownUrl(source.url), recent_tokens: recent.length };
  try {
    const { added, removed, kept } = await source.drill();
    const wouldFail = recent.filter((key) => removed.includes(key)).length;
    return {
      ...common,
      reachable: true,
      error: null,
      added: view(added),
      removed: view(removed),
      kept: view(kept),
      would_fail: wouldFail,
    };
  } catch (error) {
    // A bad answer never replaces a good key set, so nothing would change.
    const message = messageOf(error).slice(0, 300);
    return {
      ...common,
      reachable: false,
      error: message,
      added: [],
      removed: [],
      kept: view(source.keys),
      would_fail: 0,
    };
  }
}

function viewProviders({ changes, now }: Services, providers: readonly Provider[]): IdentityProviders {
  return { node: changes.node, data: providers.map(({ source }) => viewProvider(source, now())) };
}

function viewProvider(source: Provider["source"], now: number): IdentityProvider {
  return {
    url: shownUrl(source.url),
    issuer: source.issuer ?? null,
    keys: source.keys.map((key) => viewKey(key, now)),
    fetched_at: source.fetchedAt === undefined ? null : new Date(source.fetchedAt).toISOString(),
    next_refresh_at: source.nextRefreshAt > 0 ? new Date(source.nextRefreshAt).toISOString() : null,
    stale: source.isUsable && !source.isFresh && source.error !== undefined,
    usable: source.isUsable,
    last_error: source.error ?? null,
  };
}

function viewKey({ kid, kty, alg, crv, firstSeenAt, tokensSeen }: TrustedKey, now: number): ProviderKey {
  return {
    kid: kid ?? null,
    kty,
    alg: alg ?? null,
    crv: crv ?? null,
    age_seconds: Math.floor((now - firstSeenAt) / 1000),
    tokens_seen: tokensSeen,
  };
}
