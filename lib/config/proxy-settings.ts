import type { ConnectionTarget, ProxyAddress } from "@/lib/http/proxy-address";
import { isInRanges, parseAddressRange, type AddressRange } from "../http/address-range";
import { EnvironmentError } from "./environment-error";

/** Through which proxies outgoing requests go. */
export interface ProxySettings {
  readonly http: ProxyAddress | undefined;
  readonly https: ProxyAddress | undefined;
  readonly direct: readonly DirectRule[];
}

/** A part of NO_PROXY. */
interface DirectRule {
  /** This host and all hosts below it; `*`: every host. */
  readonly name: string | undefined;
  readonly range: AddressRange | undefined;
  /** Undefined: every port. */
  readonly port: number | undefined;
}

/**
 * The variables, with their meaning for docs/reference/configuration.md. Lower-case names count too, and take
 * precedence.
 */
export const PROXY_VARIABLES = {
  HTTPS_PROXY:
    "Proxy for requests to https addresses, such as `http://proxy.example:3128`; it may contain a user and a password. Unset: requests are sent directly. See docs/operate/proxies.md.",
  HTTP_PROXY: "Proxy for requests to http addresses.",
  NO_PROXY:
    "Hosts that are reached directly, separated by commas: names (with everything below them), addresses, ranges such as `10.0.0.0/8`, each with a `:port` if you like, or `*`. This machine itself is always reached directly.",
} as const satisfies Readonly<Record<string, string>>;

type Lookup = (name: string) => string | undefined;

/** The addresses of this machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
const LOOPBACK: readonly AddressRange[] = ["127.0.0.0/8", "::1"].flatMap((text) => parseAddressRange(text) ?? []);

/** The variables that are set, as plain data for another thread. Their values may contain passwords. */
export function proxyVariables(lookup: Lookup): Readonly<Record<string, string>> {
  const names = Object.keys(PROXY_VARIABLES).flatMap((name) => [name, name.toLowerCase()]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = lookup(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Reads the variables. @throws EnvironmentError, without the value, which may contain a password */
export function proxySettingsFrom(lookup: Lookup): ProxySettings {
  const value = (name: keyof typeof PROXY_VARIABLES): string | undefined =>
    lookup(name.toLowerCase())?.trim() || lookup(name)?.trim() || undefined;
  const proxy = (name: "HTTP_PROXY" | "HTTPS_PROXY"): ProxyAddress | undefined => {
    const text = value(name);
    return text === undefined ? undefined : proxyAddress(name, text);
  };
  return {
    http: proxy("HTTP_PROXY"),
    https: proxy("HTTPS_PROXY"),
    direct: (value("NO_PROXY") ?? "").split(/[\s,]+/).flatMap((part) => (part === "" ? [] : [directRule(part)])),
  };
}

/** The proxy that a connection goes through; undefined: none. */
export function proxyFor(target: ConnectionTarget, { http, https, direct }: ProxySettings): ProxyAddress | undefined {
  const proxy = target.protocol === "https:" ? https : http;
  if (!proxy) return undefined;
  const host = target.hostname.toLowerCase().replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost") || isInRanges(host, LOOPBACK)) return undefined;
  return direct.some((rule) => matches(rule, host, target.port)) ? undefined : proxy;
}

function matches({ name, range, port }: DirectRule, host: string, targetPort: number): boolean {
  if (port !== undefined && port !== targetPort) return false;
  if (range) return isInRanges(host, [range]);
  return name === "*" || host === name || host.endsWith(`.${name}`);
}

function directRule(text: string): DirectRule {
  const whole = parseAddressRange(text.replace(/^\[|\]$/g, ""));
  if (whole) return { name: undefined, range: whole, port: undefined };
  const [, host = text, digits] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  const range = parseAddressRange(host.replace(/^\[|\]$/g, ""));
  const name = range
    ? undefined
    : host
        .toLowerCase()
        .replace(/^\*?\.(?=.)/, "")
        .replace(/(?<=.)\.$/, "");
  return { name, range, port: digits === undefined ? undefined : Number(digits) };
}

/** The proxy at an address. Like curl, reads an address without a scheme as http. */
function proxyAddress(name: string, text: string): ProxyAddress {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const expected = "must be the address of an http or https proxy, such as http://proxy.example:3128";
  if (!URL.canParse(address)) throw new EnvironmentError(name, expected);
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") throw new EnvironmentError(name, expected);
  const credentials = credentialsOf(username, password);
  if (credentials === "invalid")
    throw new EnvironmentError(name, "has a user or a password that is not percent-encoded as in an address");
  const isSecure = protocol === "https:";
  return {
    isSecure,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    authorization: credentials === undefined ? undefined : () => `Basic ${credentials}`,
  };
}

/** RFC 7617 §2 */
function credentialsOf(username: string, password: string): string | undefined {
  if (username === "" && password === "") return undefined;
  try {
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  } catch {
    return "invalid";
  }
}
