import type { Fault, Path } from "@/lib/config/finding";
import { isMetadataAddress } from "@/lib/http/metadata-address";
import { parsedAddress } from "@/lib/http/parsed-address";

/** Names that clouds resolve to the address of their metadata. */
const METADATA_HOSTS: ReadonlySet<string> = new Set(["metadata", "metadata.google.internal", "metadata.goog"]);
const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".lan", ".svc", ".home.arpa"];

/**
 * A warning about an address that the gateway will call, if it is suspicious. A string that is not an address is not
 * judged here.
 */
export function addressFault(address: string, path: Path): Fault | undefined {
  const url = parsedAddress(address);
  if (!url) return undefined;
  const { hostname, protocol } = url;
  if (isLinkLocalOrMetadata(hostname)) {
    const message = "is a link-local address or serves cloud metadata, which no provider does";
    return { number: "C038", path, at: "value", message, fix: "name the provider's own host" };
  }
  if (protocol === "http:" && !isLocal(hostname)) {
    const message = "sends keys or tokens over plain http to a host that is not local";
    return { number: "C039", path, at: "value", message, fix: "use https://" };
  }
  return undefined;
}

function isLinkLocalOrMetadata(host: string): boolean {
  return METADATA_HOSTS.has(host.replace(/\.$/, "")) || isMetadataAddress(host);
}

/**
 * An error if the address of an upstream has a user name or a password, which the gateway would show and never send.
 */
export function credentialFault(address: string, path: Path): Fault | undefined {
  const url = parsedAddress(address);
  if (!url || (url.username === "" && url.password === "")) return undefined;
  const message = "has a user name or a password in the address, where it is shown and never sent";
  return { number: "C096", path, at: "value", message, fix: "put the key into api_key" };
}

/** Whether a host is on a private network, is this machine, or has a name without a dot, such as a container's. */
function isLocal(host: string): boolean {
  if (/^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^0\.0\.0\.0$/.test(host)) return true;
  if (host.startsWith("[")) return host === "[::1]" || /^\[f[cd]/.test(host);
  return !host.includes(".") || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
