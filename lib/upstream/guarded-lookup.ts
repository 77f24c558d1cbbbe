import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import { isMetadataAddress } from "@/lib/http/metadata-address";
import { withoutZone } from "@/lib/http/without-zone";

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
): buildConnector.connector {
  const connect = connectorWith((hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      if (!error && found.some(isMetadataAddress)) callback(refused(hostname), "", 0);
      else callback(error, address, family);
    }),
  );
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(withoutZone(host)) !== 0 && isMetadataAddress(host)) callback(refused(host), null);
    else connect(options, callback);
  };
}

function refused(host: string): AddressRefused {
  return new AddressRefused(`${host} is link-local or serves cloud metadata`);
}
