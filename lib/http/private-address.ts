import { isInRanges, parseAddressRange } from "./address-range";
import { isMetadataAddress } from "./metadata-address";

/** Addresses that are not of the public internet (RFC 6890 and its registries), and those that hide an IPv4 address. */
const PRIVATE = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
].flatMap((range) => parseAddressRange(range) ?? []);

/** Whether an IP address is not one of the public internet. False for a string that is not an IP address. */
export function isPrivateAddress(address: string): boolean {
  return isMetadataAddress(address) || isInRanges(address.replace(/^\[|\]$/g, ""), PRIVATE);
}
