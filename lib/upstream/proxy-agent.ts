import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent, type AgentOptions } from "node:https";
import { connect, type LookupFunction, type Socket } from "node:net";
import { connect as connectSecurely, type ConnectionOptions } from "node:tls";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { refusedHost } from "./guarded-lookup";
import { openTunnel } from "./tunnel";

/** What node:http hands to `createConnection`. */
interface Wanted extends ConnectionOptions {
  readonly host?: string;
  readonly port?: number;
}

type Connected = (error: Error | null, socket: Socket) => void;

/**
 * An agent of node:http or node:https for libraries that take nothing else. Connections for which there is a proxy go
 * through it. `protocol`: of the addresses that it is for; `connectMs`: the longest wait for a tunnel. `lookup`: a
 * guarded resolver (`guarded-lookup.ts`); then addresses are guarded too.
 */
export function proxyAgent(
  protocol: "http:" | "https:",
  proxyFor: ProxyFor,
  connectMs: number,
  { lookup, ...options }: AgentOptions & { readonly lookup?: LookupFunction } = {},
): PlainAgent {
  const agent = protocol === "https:" ? new SecureAgent(options) : new PlainAgent(options);
  return Object.assign(agent, {
    createConnection(wanted: Wanted, connected: Connected): Socket | undefined {
      const target = {
        protocol,
        hostname: (wanted.host ?? "localhost").replace(/^\[|\]$/g, ""),
        port: Number(wanted.port ?? (protocol === "https:" ? 443 : 80)),
      };
      const refusal = lookup && refusedHost(target.hostname);
      if (refusal) {
        // node:http takes no socket beside an error, which its types do not say.
        Reflect.apply(connected, undefined, [refusal]);
        return undefined;
      }
      const proxy = proxyFor(target);
      if (!proxy) {
        const { port, hostname: host } = target;
        return protocol === "https:" ? connectSecurely({ ...wanted, lookup }) : connect({ port, host, lookup });
      }
      openTunnel(proxy, target, connectMs, (error, tunnel) => {
        if (error || !tunnel) Reflect.apply(connected, undefined, [error ?? new Error("no tunnel")]);
        else connected(null, protocol === "https:" ? connectSecurely({ ...wanted, socket: tunnel }) : tunnel);
      });
      return undefined;
    },
  });
}
