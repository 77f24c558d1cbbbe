import { withoutZone } from "./without-zone";

/** Addresses outside the link-local ranges at which clouds serve metadata to their machines, with credentials. */
const METADATA: ReadonlySet<string> = new Set([
  "100.100.100.200", // Alibaba Cloud
  "168.63.129.16", // Azure's WireServer
  "192.0.0.192", // Oracle Cloud
  "fd00:ec2::254", // AWS
  "fd20:ce::254", // Google Cloud
]);

/**
 * Whether an IP address is link-local (RFC 3927, RFC 4291 §2.5.6) or serves cloud metadata, in whichever spelling. An
 * IPv4 address may be hidden in an IPv6 one (RFC 4291 §2.5.5, RFC 6052, RFC 3056, RFC 4380). `address`: as a resolver
 * or `URL.hostname` gives it, with or without brackets and zone. False for a string that is not an IP address.
 */
export function isMetadataAddress(address: string): boolean {
  const host = canonicalHost(withoutZone(address.replace(/^\[|\]$/g, "")));
  if (host === undefined) return false;
  if (METADATA.has(host)) return true;
  const groups = host.includes(":") ? groupsOf(host) : undefined;
  if (!groups) return host.startsWith("169.254.");
  const [first = 0] = groups;
  return (first & 0xffc0) === 0xfe80 || hiddenAddresses(groups).some((hidden) => isMetadataAddress(hidden));
}

/** An IP address in the one form that the URL standard gives it: `0xa9fea9fe` is `169.254.169.254`. */
function canonicalHost(text: string): string | undefined {
  const url = `http://${text.includes(":") ? `[${text}]` : text}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return /^\d+(\.\d+){3}$/.test(hostname) ? hostname : undefined;
}

/** The eight groups of a canonical IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const read = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const before = read(head);
  if (tail === undefined) return before;
  const after = read(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The IPv4 addresses that a translator or a tunnel may make of an IPv6 address. */
function hiddenAddresses(groups: readonly number[]): string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const startsWithZeros = (a | b | c | d) === 0;
  const isMapped = startsWithZeros && ((e === 0 && (f === 0xffff || f === 0)) || (e === 0xffff && f === 0));
  const isTranslated = a === 0x64 && b === 0xff9b;
  return [
    ...(isMapped || isTranslated ? [dotted(g, h)] : []),
    ...(a === 0x2002 ? [dotted(b, c)] : []),
    ...(a === 0x2001 && b === 0 ? [dotted(g ^ 0xffff, h ^ 0xffff)] : []),
  ];
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}
