import { messageOf } from "@/lib/error-message";
import { z } from "zod";
import { providersAt, shownUrl, type Provider } from "@/lib/auth/token/provider";
import type { TrustedKey } from "@/lib/auth/token/trusted-key";
import { GatewayError } from "@/lib/errors";
import { write } from "@/lib/store/write";
import { json } from "@/lib/doors/contract";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { type Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";

const keyView = z.object({
  kid: z.string().nullable(),
  kty: z.enum(["RSA", "EC", "OKP"]),
  alg: z.string().nullable(),
  crv: z.string().nullable(),
  age_seconds: z.number().int().describe("Since this process first saw it."),
  tokens_seen: z.number().int().describe("Tokens this process verified with it."),
});

const providerView = z.object({
  url: z.string(),
  issuer: z.string().nullable().describe("The issuer its keys are pinned to, once known."),
  keys: z.array(keyView),
  fetched_at: z.string().nullable(),
  next_refresh_at: z.string().nullable().describe("From then on, the next token causes a fetch."),
  stale: z.boolean().describe("Older keys than the settings allow are served, as the provider is down."),
  usable: z.boolean(),
  last_error: z.string().nullable(),
});

const providersView = z.object({
  node: z.string().describe("Each process has key sets of its own."),
  data: z.array(providerView),
});

const drillView = z.object({
  url: z.string(),
  reachable: z.boolean(),
  error: z.string().nullable(),
  added: z.array(keyView),
  removed: z.array(keyView),
  kept: z.array(keyView),
  recent_tokens: z.number().int().describe("Tokens verified lately with this provider's keys and still valid."),
  would_fail: z.number().int().describe("How many of them a removed key had signed."),
});

const address = z.string().min(1).max(2048);

export const providerOperations: readonly Operation[] = [
  defineOperation({
    id: "provider.keys",
    method: "GET",
    path: "/provider/keys",
    family: "management_routes",
    summary: "The identity providers' public keys as this process knows them.",
    input: z.object({}),
    output: providersView,
    async handle({ services }) {
      return json(viewProviders(services, services.tokens.providers));
    },
  }),
  defineOperation({
    id: "provider.keys.refresh",
    method: "POST",
    path: "/provider/keys/refresh",
    family: "management_routes",
    summary: "Fetches the keys of one provider, or of all, now, on every node. Answers what this process has then.",
    input: z.strictObject({ url: address.optional() }),
    output: providersView,
    async handle({ services, caller }, { url }) {
      const wanted = url === undefined ? services.tokens.providers : knownProviders(services, url);
      await Promise.all([...wanted.map(({ source }) => source.refresh()), tellOtherNodes(services, caller, url)]);
      return json(viewProviders(services, wanted));
    },
  }),
  defineOperation({
    id: "provider.keys.drill",
    method: "POST",
    path: "/provider/keys/drill",
    family: "management_routes",
    summary: "Fetches one provider's keys and says what would change, without using them.",
    input: z.strictObject({ url: address }),
    output: drillView,
    async handle({ services }, { url }) {
      return json(await drill(services, knownProviders(services, url)));
    },
  }),
];

/** @throws GatewayError not_found, naming none of the others */
function knownProviders({ tokens }: Services, url: string): readonly [Provider, ...Provider[]] {
  const [first, ...others] = providersAt(tokens.providers, url);
  if (!first)
    throw new GatewayError("not_found", "No identity provider has that url; GET /provider/keys lists them.", {
      param: "url",
    });
  return [first, ...others];
}

/** While the database is away each node still refreshes by its own rules; this one has been asked and does. */
async function tellOtherNodes(services: Services, caller: Caller | undefined, url: string | undefined): Promise<void> {
  const entry = {
    actor: caller?.actor ?? "unknown",
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

async function drill(
  { tokens, now }: Services,
  providers: readonly [Provider, ...Provider[]],
): Promise<z.output<typeof drillView>> {
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
    // Nothing would change: a bad answer never replaces a good set.
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

function viewProviders({ changes, now }: Services, providers: readonly Provider[]): z.output<typeof providersView> {
  return { node: changes.node, data: providers.map(({ source }) => viewProvider(source, now())) };
}

function viewProvider(source: Provider["source"], now: number): z.output<typeof providerView> {
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

function viewKey({ kid, kty, alg, crv, firstSeenAt, tokensSeen }: TrustedKey, now: number): z.output<typeof keyView> {
  return {
    kid: kid ?? null,
    kty,
    alg: alg ?? null,
    crv: crv ?? null,
    age_seconds: Math.floor((now - firstSeenAt) / 1000),
    tokens_seen: tokensSeen,
  };
}
