import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

export interface PrefixProxy {
  /** The address with the prefix. */
  readonly url: string;
  /** The paths that were requested outside the prefix. Each got a 404. */
  readonly outside: readonly string[];
  stop(): Promise<void>;
}

export interface PrefixProxyOptions {
  readonly prefix: string;
  /** Whether the gateway gets paths without the prefix. */
  readonly isStripped: boolean;
  readonly gatewayPort: number;
  readonly port: number;
}

/** Starts a proxy that serves a gateway below a prefix, and answers 404 elsewhere. */
export async function startPrefixProxy(options: PrefixProxyOptions): Promise<PrefixProxy> {
  const { prefix, isStripped, gatewayPort, port } = options;
  const outside: string[] = [];
  const server = createServer((incoming, answer) => {
    const target = incoming.url ?? "/";
    if (!`${target}/`.startsWith(`${prefix}/`)) {
      outside.push(target);
      answer.writeHead(404).end();
      return;
    }
    const forwarded = request({
      host: "127.0.0.1",
      port: gatewayPort,
      method: incoming.method,
      path: isStripped ? target.slice(prefix.length) || "/" : target,
      headers: { ...incoming.headers, "x-forwarded-host": incoming.headers.host, "x-forwarded-proto": "http" },
    });
    forwarded.on("response", (received) => {
      answer.writeHead(received.statusCode ?? 502, received.rawHeaders);
      pipeline(received, answer).catch(() => answer.destroy());
    });
    forwarded.on("error", () => answer.destroy());
    answer.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    outside,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
