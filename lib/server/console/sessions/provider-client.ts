import { Agent, request, type buildConnector } from "undici";
import { KeySource } from "@/lib/auth/token/io/key-source";
import { messageOf } from "@/lib/error-message";
import { isObject } from "@/lib/is-object";
import { createOutage, type Outage } from "@/lib/time/outage";
import type { Logger } from "@/lib/log";
import { discoveryAddress, type LoginProvider } from "../login-providers";

/** What a provider answers to a refresh. */
export type RefreshAnswer =
  | {
      readonly kind: "tokens";
      readonly accessToken: string | undefined;
      readonly idToken: string | undefined;
      /** Undefined: the refresh token that was sent stays valid. */
      readonly refreshToken: string | undefined;
      readonly scope: string | undefined;
      /** For how many seconds the access token lasts. */
      readonly expiresIn: number | undefined;
    }
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unreachable"; readonly detail: string };

/** The console as a client of its providers, on the API's side. */
export interface ProviderClient {
  /** Asks the token endpoint for newer tokens. Never throws. */
  refresh(provider: LoginProvider, refreshToken: string): Promise<RefreshAnswer>;
  /**
   * Tells the provider in the background that a refresh token is no longer needed (RFC 7009), if it has a revocation
   * endpoint. The revocation is tried once, and left out when too many are in flight: an unused token is not worth a
   * queue.
   */
  revoke(provider: LoginProvider, refreshToken: string): void;
  /** The keys that sign a provider's logout tokens. */
  keys(provider: LoginProvider): KeySource;
  close(): void;
}

/** How long discovery and refresh may take together, in milliseconds: less than the lock on the session's row lasts. */
const TIMEOUT_MS = 5_000;
/** How long a provider is left alone after a failure, in milliseconds. */
const PAUSE_MS = 5_000;
const DISCOVERY_MS = 10 * 60_000;
const MOST_BYTES = 256 * 1024;
/** How many refresh tokens are revoked at a time. */
const MOST_REVOCATIONS = 16;

/** Errors of RFC 6749 §5.2 that say nothing about the person: the client or the provider fails for everybody. */
const NOT_ABOUT_THE_PERSON = new Set(["invalid_client", "temporarily_unavailable", "server_error", "slow_down"]);

interface Endpoints {
  readonly token: string;
  /** Undefined: the provider has no revocation endpoint, or names one to which no token may be sent. */
  readonly revocation: string | undefined;
}

interface Known {
  readonly outage: Outage;
  endpoints?: Endpoints & { readonly until: number };
}

/** Makes a connector with the longest wait for a connection, in milliseconds. */
export type ProviderConnections = (connectMs: number) => buildConnector.connector;

/** Makes the client. `keyTimes`: for how many seconds keys are fresh, and for how many more they may be used. */
export function createProviderClient(options: {
  readonly now: () => number;
  readonly log: Logger;
  readonly keyTimes: () => { readonly ttl: number; readonly staleTtl: number };
  readonly connectorFor: ProviderConnections;
}): ProviderClient {
  const { now, log, keyTimes, connectorFor } = options;
  const agent = new Agent({ connections: 4, connect: connectorFor(TIMEOUT_MS) });
  const known = new Map<string, Known>();
  let revocations = 0;
  const sources = new Map<string, KeySource>();

  function knownOf({ issuer }: LoginProvider): Known {
    const found = known.get(issuer);
    if (found) return found;
    const outage = createOutage({
      pauseMs: PAUSE_MS,
      now,
      onAway: (error) => log.warn("console.provider_away", { issuer, error: messageOf(error) }),
      onBack: () => log.info("console.provider_back", { issuer }),
    });
    const made: Known = { outage };
    known.set(issuer, made);
    return made;
  }

  async function ask(provider: LoginProvider, refreshToken: string): Promise<RefreshAnswer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { token } = await endpointsOf(agent, provider, { kept: knownOf(provider), now, signal });
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    return readAnswer(await post(agent, provider, token, form, signal));
  }

  async function revoke(provider: LoginProvider, refreshToken: string): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { revocation } = await endpointsOf(agent, provider, { kept: knownOf(provider), now, signal });
    if (revocation === undefined) return;
    const form = { token: refreshToken, token_type_hint: "refresh_token" };
    const { status } = await post(agent, provider, revocation, form, signal);
    if (status !== 200) throw new Error(`the revocation endpoint answered ${status}`);
  }

  return {
    refresh: (provider, refreshToken) =>
      knownOf(provider).outage.attempt<RefreshAnswer>(
        () => ask(provider, refreshToken),
        (error) => ({ kind: "unreachable", detail: error === undefined ? "away a moment ago" : messageOf(error) }),
      ),
    revoke(provider, refreshToken) {
      if (revocations >= MOST_REVOCATIONS) return;
      revocations++;
      revoke(provider, refreshToken)
        .catch((error: unknown) =>
          log.info("console.token_not_revoked", { issuer: provider.issuer, error: messageOf(error) }),
        )
        .finally(() => revocations--);
    },
    keys(provider) {
      const url = discoveryAddress(provider);
      const source = sources.get(url) ?? new KeySource({ url, now, connectorFor, ...keyTimes() });
      sources.set(url, source);
      return source;
    },
    close() {
      for (const source of sources.values()) source.close();
      void agent.destroy();
    },
  };
}

function post(
  agent: Agent,
  provider: LoginProvider,
  address: string,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  return fetchObject(address, agent, {
    method: "POST",
    signal,
    headers: { "content-type": "application/x-www-form-urlencoded", ...authorization(provider) },
    body: new URLSearchParams({
      ...form,
      ...(provider.clientSecret === undefined && { client_id: provider.clientId }),
    }).toString(),
  });
}

/** Where the provider takes refresh tokens, as its discovery document says. @throws Error if it does not */
async function endpointsOf(
  agent: Agent,
  provider: LoginProvider,
  { kept, now, signal }: { readonly kept: Known; readonly now: () => number; readonly signal: AbortSignal },
): Promise<Endpoints> {
  if (kept.endpoints && now() < kept.endpoints.until) return kept.endpoints;
  const url = discoveryAddress(provider);
  const { status, body } = await fetchObject(url, agent, { method: "GET", signal });
  const address = body["token_endpoint"];
  if (status !== 200 || typeof address !== "string" || !URL.canParse(address))
    throw new Error(`the discovery document names no token endpoint (status ${status})`);
  // A secret and a refresh token never leave an https provider over http.
  const isSafe = (other: string): boolean => new URL(url).protocol !== "https:" || new URL(other).protocol === "https:";
  if (!isSafe(address)) throw new Error("the token endpoint is not an https address");
  const taken = body["revocation_endpoint"];
  const revocation = typeof taken === "string" && URL.canParse(taken) && isSafe(taken) ? taken : undefined;
  kept.endpoints = { token: address, revocation, until: now() + DISCOVERY_MS };
  return kept.endpoints;
}

/** @throws Error if the answer says nothing about the person */
function readAnswer({ status, body, isEmpty }: Answer): RefreshAnswer {
  const text = (name: string): string | undefined => {
    const value = body[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  if (status === 200) {
    const { expires_in: seconds } = body;
    return {
      kind: "tokens",
      accessToken: text("access_token"),
      idToken: text("id_token"),
      refreshToken: text("refresh_token"),
      scope: text("scope"),
      expiresIn: typeof seconds === "number" && Number.isFinite(seconds) ? seconds : undefined,
    };
  }
  const error = text("error");
  if (status >= 400 && status < 500 && status !== 429 && error !== undefined && !NOT_ABOUT_THE_PERSON.has(error))
    return { kind: "refused", detail: [error, text("error_description")].filter(Boolean).join(": ").slice(0, 500) };
  // Glewlwyd answers a refresh token that it no longer takes with an empty 400. A proxy, which knows nothing of the
  // token, sends a page with its 400.
  if (status === 400 && isEmpty) return { kind: "refused", detail: "400 without a reason" };
  throw new Error(`the token endpoint answered ${status}${error === undefined ? "" : ` ${error}`.slice(0, 100)}`);
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function authorization({ clientId, clientSecret }: LoginProvider): Record<string, string> {
  if (clientSecret === undefined) return {};
  const encode = (part: string): string => new URLSearchParams({ a: part }).toString().slice(2);
  const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64");
  return { authorization: `Basic ${credentials}` };
}

type RequestOptions = Pick<NonNullable<Parameters<typeof request>[1]>, "method" | "signal" | "headers" | "body">;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the answer has no body. */
  readonly isEmpty: boolean;
}

/**
 * Fetches a JSON object; the object is empty if the answer is none. Redirects are not followed.
 * @throws Error if no answer comes, or a longer one than is read
 */
async function fetchObject(url: string, dispatcher: Agent, options: RequestOptions): Promise<Answer> {
  const headers = { accept: "application/json", ...(isObject(options.headers) && options.headers) };
  const { statusCode: status, body } = await request(url, { ...options, headers, dispatcher });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new Error("the answer is not bytes");
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status, body: objectIn(Buffer.concat(chunks).toString("utf8")), isEmpty: size === 0 };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
