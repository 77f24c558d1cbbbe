import { type AddressRange, isInRanges } from "./address-range";

/** The headers of a request, by lower-case names. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The IP address of a request's caller. Forwarded headers count only from a proxy in GATEWAY_TRUSTED_PROXIES: anybody
 * can send them. `peer`: the address at the other end of the connection; undefined: it is not known. Undefined: no
 * trusted source names the caller.
 */
export function callerAddress(
  headers: Headers,
  peer: string | undefined,
  proxies: readonly AddressRange[],
): string | undefined {
  return isTrustedProxy(peer, proxies) ? callerBehind(listedIn(headers["x-forwarded-for"]), proxies) : peer;
}

/** `callerAddress` of a request as a door sees it. */
export function callerOf(
  { headers, connection }: { readonly headers: Headers; readonly connection?: object | undefined },
  proxies: readonly AddressRange[],
): string | undefined {
  return callerAddress(headers, peerOf(connection), proxies);
}

/** The address at the other end of a door's connection; undefined: the door does not see connections. */
export function peerOf(connection: object | undefined): string | undefined {
  if (connection === undefined || !("remoteAddress" in connection)) return undefined;
  return typeof connection.remoteAddress === "string" ? connection.remoteAddress : undefined;
}

export function isTrustedProxy(peer: string | undefined, proxies: readonly AddressRange[]): peer is string {
  return peer !== undefined && isInRanges(peer, proxies);
}

/** The parts of a header that is a list, in lower case. */
export function listedIn(header: string | readonly string[] | undefined): string[] {
  return (typeof header === "string" ? header : (header?.join(",") ?? ""))
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
}

/** Each proxy appends the address of its own caller, so the caller is the last address that is not a proxy's. */
function callerBehind(chain: readonly string[], proxies: readonly AddressRange[]): string | undefined {
  return chain.findLast((address) => !isInRanges(address, proxies)) ?? chain[0];
}
