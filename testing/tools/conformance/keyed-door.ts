import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** An address that the suite, which knows no credentials, can ask. */
export interface KeyedDoor {
  readonly url: string;
  stop(): Promise<void>;
}

/** Passes everything on to an address of tools as it comes, with a key. */
export async function startKeyedDoor(origin: string, path: string, key: string): Promise<KeyedDoor> {
  const { hostname, port: to } = new URL(origin);
  const listener = createServer((request, response) => {
    const { method, headers } = request;
    // What names this address names the one behind it; other hosts and origins arrive as they are.
    const own = (value?: string) => value?.replace(`127.0.0.1:${port}`, `127.0.0.1:${to}`);
    const renamed = { host: own(headers.host), ...(headers.origin !== undefined && { origin: own(headers.origin) }) };
    const sent = send({
      hostname,
      port: to,
      path,
      method,
      headers: { ...headers, ...renamed, authorization: `Bearer ${key}` },
    });
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
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
