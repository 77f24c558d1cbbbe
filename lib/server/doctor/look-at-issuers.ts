import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, request } from "undici";
import { issuersOf } from "@/lib/auth/issuer-tenants";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import { fetchKeys } from "@/lib/auth/token/io/key-fetch";
import { takesOpaqueTokens } from "@/lib/auth/token/opaque-issuer";
import { shownUrl } from "@/lib/auth/token/provider";
import type { Settings } from "@/lib/config/schema";
import { messageOf } from "@/lib/error-message";
import { keyDestination } from "@/lib/providers/resolve-deployment";
import { type ProxyFor, targetOfAddress } from "@/lib/http/proxy-address";
import { guardedConnectors } from "@/lib/upstream/tunnel";
import type { HostSeen, IssuerSeen } from "./observations";

/** The largest answer that is read from a provider, in bytes; the gateway has the same limit. */
const ANSWER_BYTES = 256 * 1024;

/** Asks every identity provider of the settings for its keys and for the time, as the gateway reaches them. */
export async function lookAtIssuers(
  { jwtAuth, publicKeyUrls }: Settings,
  proxyFor: ProxyFor,
  limitMs: number,
): Promise<IssuerSeen[]> {
  const configured = jwtAuth.issuers
    // A provider of opaque tokens need not have keys.
    .filter((entry) => !takesOpaqueTokens(entry))
    .flatMap((entry) => issuersOf(entry).map((issuer) => keyAddress({ ...entry, issuer })));
  const agent = new Agent({ connect: guardedConnectors(proxyFor)(limitMs) });
  try {
    return await Promise.all([...new Set([...publicKeyUrls, ...configured])].map((url) => ask(url, agent, limitMs)));
  } finally {
    void agent.destroy();
  }
}

async function ask(url: string, agent: Agent, limitMs: number): Promise<IssuerSeen> {
  const keys = fetchKeys(url, agent, { bytes: ANSWER_BYTES, milliseconds: limitMs }).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  const [error, aheadMs] = await Promise.all([keys, clockOf(url, agent, limitMs).catch(() => undefined)]);
  return { url: shownUrl(url), error, aheadMs };
}

async function clockOf(url: string, dispatcher: Agent, limitMs: number): Promise<number | undefined> {
  const askedAt = Date.now();
  const { headers, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(limitMs) });
  const answeredAt = Date.now();
  await body.dump({ limit: ANSWER_BYTES });
  const { date, age } = headers;
  // An answer with `age` comes from a cache, and its date is that of the cached copy.
  if (typeof date !== "string" || age !== undefined || Number.isNaN(Date.parse(date))) return undefined;
  return Date.parse(date) - (askedAt + answeredAt) / 2;
}

/**
 * The hosts of the upstreams, each asked for once. Where a connection goes through a proxy, the proxy resolves the
 * name.
 */
export async function lookAtHosts(
  { models }: Pick<Settings, "models">,
  proxyFor: ProxyFor,
  limitMs: number,
): Promise<HostSeen[]> {
  const hosts = new Set(
    models
      .map(({ gateway_params: params }) => keyDestination(params))
      .filter((destination) => URL.canParse(destination))
      .map((destination) => targetOfAddress(new URL(destination)))
      .filter((target) => proxyFor(target) === undefined)
      .map(({ hostname }) => hostname),
  );
  const named = [...hosts].filter((host) => host !== "" && isIP(host) === 0);
  return Promise.all(named.map((host) => resolve(host, limitMs)));
}

async function resolve(host: string, limitMs: number): Promise<HostSeen> {
  const late = new Promise<string>((done) => setTimeout(done, limitMs, `no answer within ${limitMs} ms`).unref());
  const found = lookup(host).then(() => undefined, reasonOf);
  return { host, error: await Promise.race([found, late]) };
}

/** The code of a failed connection, otherwise its message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && cause.code.startsWith("E")
    ? cause.code
    : messageOf(cause);
}
