/** A proxy for outgoing requests. */
export interface ProxyAddress {
  /** Whether the proxy itself is spoken to with TLS. */
  readonly isSecure: boolean;
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** `proxy-authorization`; undefined: the proxy asks for none. A function, so that it is in no log by accident. */
  readonly authorization: (() => string) | undefined;
}

/** Where a connection is to lead. */
export interface ConnectionTarget {
  readonly protocol: string;
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** The proxy for a connection; undefined: none, it is made directly. */
export type ProxyFor = (target: ConnectionTarget) => ProxyAddress | undefined;

/** Every connection is made directly. */
export const NO_PROXY: ProxyFor = () => undefined;

/** The target of an address. */
export function targetOfAddress({
  protocol,
  hostname,
  port,
}: Pick<URL, "protocol" | "hostname" | "port">): ConnectionTarget {
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}
