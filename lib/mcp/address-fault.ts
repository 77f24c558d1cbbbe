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
  const own = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const name = hostName(asked);
  if (isLoopback(host) && name !== undefined && !LOOPBACK.has(name) && name !== own?.hostname)
    return "The request is for another host than this gateway.";
  if (origin === undefined || allowed.includes("*")) return undefined;
  if (typeof origin !== "string") return FOREIGN;
  if (allowed.includes(origin) || origin === own?.origin) return undefined;
  // A page of the gateway's own host.
  return URL.canParse(origin) && typeof asked === "string" && new URL(origin).host === asked ? undefined : FOREIGN;
}

const FOREIGN = "The request comes from a page of another origin; allowed_origins names those that may call.";

function hostName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string" || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname;
}

function isLoopback(host: string): boolean {
  return host === "::1" || LOOPBACK.has(host) || host.startsWith("127.");
}
