import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Returns true if it has answered the request itself or left it hanging. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Traffic {
  /** Answers a request that nothing intercepted. It is replaced when keys or clients change. */
  handle?: (request: IncomingMessage, response: ServerResponse) => void;
  intercept: Intercept | undefined;
  keySetFetches: number;
}

/** Opens the provider's address, whose port is a part of every answer, before there is anything that answers. */
export async function openServer(port: number, host: string) {
  const traffic: Traffic = { intercept: undefined, keySetFetches: 0 };
  const server = createServer((request, response) => {
    if (request.url === "/jwks") traffic.keySetFetches++;
    if (traffic.intercept?.(request, response)) return;
    traffic.handle?.(request, response);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    issuer: `http://${host}:${(server.address() as AddressInfo).port}`,
    traffic,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
