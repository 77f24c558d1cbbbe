import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** One address for several nodes, which take turns. */
export interface Balancer {
  readonly address: string;
  /** The nodes, once they run: most of them must know the address before. */
  nodes: readonly { readonly origin: string }[];
  stop(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let turn = 0;
  const listener = createServer((request, response) => {
    const { method, headers, url: path } = request;
    const node = balancer.nodes[turn++ % balancer.nodes.length];
    if (!node) return void response.writeHead(503).end();
    const { hostname, port } = new URL(node.origin);
    const sent = send({ hostname, port, path, method, headers });
    sent.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const balancer: Balancer = {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    nodes: [],
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return balancer;
}
