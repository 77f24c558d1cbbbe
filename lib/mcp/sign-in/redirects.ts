/** Schemes of which a browser reads or runs the rest of the address itself. */
const NEVER: ReadonlySet<string> = new Set(
  ["about", "blob", "data", "file", "filesystem", "ftp", "javascript", "vbscript", "view-source", "ws", "wss"].map(
    (scheme) => `${scheme}:`,
  ),
);
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** In characters. */
const LONGEST_REDIRECT = 500;

/** Why applications may not be sent codes at an address; undefined: they may. */
export function redirectFault(address: string): string | undefined {
  if (address.length > LONGEST_REDIRECT) return `is longer than ${LONGEST_REDIRECT} characters`;
  // Whatever a browser would read as something else: white space, backslashes, other letters.
  if (!/^[\x21-\x7e]+$/.test(address) || /[\\"<>^`{|}]/.test(address) || !URL.canParse(address))
    return "is not an address";
  const { protocol, hostname, username, password } = new URL(address);
  if (address.includes("#")) return "has a fragment";
  if (username !== "" || password !== "") return "has a user name in it";
  if (NEVER.has(protocol)) return `begins with ${protocol}`;
  if (protocol === "http:" && !LOOPBACK.has(hostname)) return "is neither over TLS nor on the caller's own machine";
  return undefined;
}

/**
 * Whether an address is one of those of an application: exactly, but for the port on the caller's own machine, which
 * programs choose when they start (RFC 8252 §7.3).
 */
export function isRedirectOf(registered: readonly string[], given: string): boolean {
  if (redirectFault(given) !== undefined) return false;
  if (registered.includes(given)) return true;
  const own = portless(given);
  return own !== undefined && registered.some((one) => portless(one) === own);
}

/** An address on the caller's own machine without its port. */
function portless(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, search } = new URL(address);
  return protocol === "http:" && LOOPBACK.has(hostname) ? `${hostname}${pathname}${search}` : undefined;
}

/** Who gets what is sent to an address, as people are told. */
export function recipientOf(address: string): {
  readonly kind: "site" | "machine" | "application";
  readonly name: string;
} {
  const { protocol, host, hostname } = new URL(address);
  if (protocol === "https:") return { kind: "site", name: host };
  if (protocol === "http:") return { kind: "machine", name: hostname };
  return { kind: "application", name: `${protocol}//${host}` };
}

/** An address with more parameters, behind those that it has. */
export function withParameters(address: string, given: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
}
