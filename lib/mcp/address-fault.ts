const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface Served {
  /** The address that the gateway listens at. */
  readonly host: string;
  /** The address by which browsers know it. */
  readonly address: string | undefined;
  /** `allowed_origins` */
  readonly allowed: readonly string[];
}

/**
 * Why a request comes from a page, or is for a host, that this gateway does not serve; undefined: it may be answered.
 * A page can make a name resolve to the machine that shows it (DNS rebinding): the name stands in `Host` then.
 */
export function addressFault(
  { host: asked, origin }: Readonly<Record<string, string | string[] | undefined>>,
  { host, address, allowed }: Served,
): string | undefined {
  const name = isLoopback(host) ? hostName(asked) : undefined;
  if (name !== undefined && !LOOPBACK.has(name) && name !== urlOf(address)?.hostname)
    return "The request is for another host than this gateway.";
  if (origin === undefined || allowed.includes("*")) return undefined;
  if (typeof origin !== "string") return FOREIGN;
  if (allowed.includes(origin) || origin === urlOf(address)?.origin) return undefined;
  // A page of the gateway's own host.
  return URL.canParse(origin) && typeof asked === "string" && new URL(origin).host === asked ? undefined : FOREIGN;
}

const FOREIGN = "The request comes from a page of another origin; allowed_origins names those that may call.";

/** The names in headers that have been read: parsing an address takes microseconds. */
const hostNames = new Map<string, string | undefined>();
const MOST_NAMES = 200;
const LONGEST_REMEMBERED = 256;

function hostName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string") return undefined;
  if (hostNames.has(header)) return hostNames.get(header);
  const name = urlOf(`http://${header}`)?.hostname;
  if (hostNames.size >= MOST_NAMES) hostNames.clear();
  if (header.length <= LONGEST_REMEMBERED) hostNames.set(header, name);
  return name;
}

function urlOf(address: string | undefined): URL | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

function isLoopback(host: string): boolean {
  return host === "::1" || LOOPBACK.has(host) || host.startsWith("127.");
}
