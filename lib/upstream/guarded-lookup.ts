import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import { isMetadataAddress } from "@/lib/http/metadata-address";
import { withoutZone } from "@/lib/http/without-zone";

/** Which addresses no connection is made to. The default: those that are link-local or serve cloud metadata. */
type IsRefused = (address: string) => boolean;

/** A connection that was not made because its address is link-local or serves cloud metadata. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/**
 * Wraps a connector and the resolver that it uses so that no connection is made to an address that is link-local or
 * serves cloud metadata. The resolver's own answer is checked, because a name may resolve to another address at each
 * connection (DNS rebinding); addresses are never resolved, so those are checked before.
 */
export function guarded(
  lookup: LookupFunction,
  connectorWith: (lookup: LookupFunction) => buildConnector.connector,
  isRefused: IsRefused = isMetadataAddress,
): buildConnector.connector {
  const connect = connectorWith(guardedLookup(lookup, isRefused));
  return (options, callback) => {
    const refusal = refusedHost(options.hostname, isRefused);
    if (refusal) callback(refusal, null);
    else connect(options, callback);
  };
}

/** A resolver that gives no address which is link-local or serves cloud metadata. */
export function guardedLookup(lookup: LookupFunction, isRefused: IsRefused = isMetadataAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      if (!error && found.some(isRefused)) callback(refused(hostname), "", 0);
      else callback(error, address, family);
    });
}

/** Why no connection is made to a host that is such an address. Undefined: it is none, or a name. */
export function refusedHost(hostname: string, isRefused: IsRefused = isMetadataAddress): AddressRefused | undefined {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(withoutZone(host)) !== 0 && isRefused(host) ? refused(host) : undefined;
}

function refused(host: string): AddressRefused {
  return new AddressRefused(`${host} is link-local or serves cloud metadata`);
}
