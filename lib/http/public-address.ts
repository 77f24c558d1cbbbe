import type { IncomingHttpHeaders } from "node:http";
import type { AddressRange } from "./address-range";
import { callerAddress, isTrustedProxy, listedIn } from "./caller-address";

/** What the environment says of the address. */
export interface AddressSettings {
  /** `NEXTAUTH_URL` */
  readonly nextAuthUrl: string | undefined;
  /** `GATEWAY_TRUSTED_PROXIES` */
  readonly trustedProxies: readonly AddressRange[];
}

/** How the person at the browser reaches the gateway, if this request proves it. */
export interface PublicAddress {
  /** Whether the browser speaks TLS, to the gateway or to a proxy before it. */
  readonly isSecure: boolean;
  /** The host, with its port unless that is the scheme's default. */
  readonly host: string;
  /** The caller's IP address. Undefined: no trusted source names it. */
  readonly caller: string | undefined;
  /** The forwarded headers that were sent but do not count, because no trusted proxy sent them. */
  readonly ignored: readonly string[];
}

/** The headers in which proxies say what they forward. `Forwarded` (RFC 7239) is never read, and so never passed on. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"] as const;

const HOST_AND_PORT = /^(?:\[[0-9a-f:.]+\]|[^\s@/?#\\,[\]:]+)(?::\d+)?$/i;

/**
 * Reads the public address of a request. NEXTAUTH_URL decides the scheme and the host if it is set. Forwarded headers
 * count only from a proxy in GATEWAY_TRUSTED_PROXIES: anybody can send them.
 * @param headers lower-case names, as node:http gives them
 * @param peer the address at the other end of the connection; undefined: it is not known
 */
export function publicAddress(
  { nextAuthUrl, trustedProxies }: AddressSettings,
  headers: IncomingHttpHeaders,
  peer: string | undefined,
): PublicAddress {
  const isProxied = isTrustedProxy(peer, trustedProxies);
  const forwarded = (name: (typeof FORWARDED)[number]): string[] => (isProxied ? listedIn(headers[name]) : []);
  const [host] = forwarded("x-forwarded-host").slice(-1);
  const configured = nextAuthUrl === undefined ? undefined : new URL(nextAuthUrl);
  // A list has one part for each proxy, and only the last part was written by the proxy that is trusted.
  return {
    isSecure: configured ? configured.protocol === "https:" : forwarded("x-forwarded-proto").at(-1) === "https",
    host: configured?.host ?? (host !== undefined && HOST_AND_PORT.test(host) ? host : (headers.host ?? "")),
    caller: callerAddress(headers, peer, trustedProxies),
    ignored: isProxied ? [] : FORWARDED.filter((name) => headers[name] !== undefined),
  };
}

/** The headers of a request, with forwarded headers that say only what is proven. */
export function withSettledAddress(
  headers: IncomingHttpHeaders,
  { isSecure, host, caller }: PublicAddress,
): IncomingHttpHeaders {
  const rest = Object.entries(headers).filter(([name]) => name !== "forwarded" && !name.startsWith("x-forwarded-"));
  return {
    ...Object.fromEntries(rest),
    "x-forwarded-host": host,
    "x-forwarded-proto": isSecure ? "https" : "http",
    // Empty instead of absent: Next.js fills in what is absent.
    "x-forwarded-for": caller ?? "",
  };
}
