import { LRUCache } from "lru-cache";
import type { Dispatcher } from "undici";
import type { IssuerEntry } from "@/lib/config/schema";
import { discoveryAddressOf, readEndpoints, type Endpoints } from "../discovered-endpoints";
import { readIntrospection, readUserinfo, type ArrivedAnswer, type ProviderAnswer } from "../provider-answer";
import { boundedRequest, type BoundedRequest } from "./bounded-request";

/** The pool of connections to an origin. It connects to no link-local address and to no cloud's metadata. */
export type DispatcherFor = (origin: string) => Dispatcher;

/** How much one question may cost; times in milliseconds. */
const LIMITS = { bytes: 256 * 1024, milliseconds: 5_000, discoveryFresh: 600_000, discoveryPause: 1_000, issuers: 100 };

/** Asks identity providers about tokens. */
export interface ProviderLine {
  /** RFC 7662 */
  introspect(entry: IssuerEntry, token: string): Promise<ProviderAnswer>;
  /** OpenID Connect Core §5.3 */
  userinfo(entry: IssuerEntry, token: string): Promise<ProviderAnswer>;
}

interface Discovery {
  readonly endpoints: Promise<Endpoints>;
  /** When it is read again, in milliseconds since the epoch. */
  until: number;
}

/** `now`: milliseconds since the epoch. */
export function createProviderLine(dispatcherFor: DispatcherFor, now: () => number): ProviderLine {
  const discoveries = new LRUCache<string, Discovery>({ max: LIMITS.issuers });

  async function send(
    url: string,
    options: Pick<BoundedRequest, "method" | "headers" | "body">,
  ): Promise<ArrivedAnswer> {
    const signal = AbortSignal.timeout(LIMITS.milliseconds);
    try {
      const dispatcher = dispatcherFor(new URL(url).origin);
      return await boundedRequest(url, { ...options, dispatcher, signal, limit: LIMITS.bytes });
    } catch (error) {
      if (signal.aborted) throw new Error(`no complete answer within ${LIMITS.milliseconds} ms`, { cause: error });
      throw error;
    }
  }

  async function discover(entry: IssuerEntry, address: string): Promise<Endpoints> {
    const { status, body } = await send(address, {});
    if (status !== 200) throw new Error(`the discovery document has status ${status}`);
    return readEndpoints(body, entry.issuer, address);
  }

  /**
   * All tokens share one reading. A failure is remembered for a moment, so that a flood of tokens causes few readings.
   */
  function endpointsOf(entry: IssuerEntry): Promise<Endpoints> {
    const address = discoveryAddressOf(entry);
    const key = `${address} ${entry.issuer}`;
    const known = discoveries.get(key);
    if (known && known.until > now()) return known.endpoints;
    const endpoints = discover(entry, address);
    const found: Discovery = { endpoints, until: now() + LIMITS.discoveryFresh };
    discoveries.set(key, found);
    endpoints.catch(() => (found.until = now() + LIMITS.discoveryPause));
    return endpoints;
  }

  return {
    async introspect(entry, token) {
      const { introspection } = entry;
      if (!introspection) throw new Error("the entry has no introspection");
      const { url, client_id: id, client_secret: secret } = introspection;
      const { introspection: found, secretInForm } =
        url === undefined ? await endpointsOf(entry) : { introspection: url, secretInForm: false };
      if (found === undefined) return noEndpoint("introspection_endpoint");
      const form = new URLSearchParams({ token, token_type_hint: "access_token" });
      const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
      if (secretInForm) {
        form.set("client_id", id);
        form.set("client_secret", secret.reveal());
      } else headers["authorization"] = basic(id, secret.reveal());
      return readIntrospection(await send(found, { method: "POST", headers, body: form.toString() }));
    },
    async userinfo(entry, token) {
      const { userinfo } = entry;
      const address = typeof userinfo === "string" ? userinfo : (await endpointsOf(entry)).userinfo;
      if (address === undefined) return noEndpoint("userinfo_endpoint");
      return readUserinfo(await send(address, { headers: { authorization: `Bearer ${token}` } }));
    },
  };
}

function noEndpoint(name: string): ProviderAnswer {
  return { kind: "unusable", because: `the discovery document names no ${name}` };
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined. */
function basic(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64")}`;
}
