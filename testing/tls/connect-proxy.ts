import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

/** A proxy that makes tunnels, as `CONNECT` asks for them. */
export interface ConnectProxy {
  /** The value for HTTPS_PROXY. */
  readonly url: string;
  /** Every CONNECT so far. */
  readonly asked: readonly { readonly place: string; readonly headers: IncomingHttpHeaders }[];
  /** The status of its answer instead of a tunnel; 0: it never answers. */
  refuse: number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a proxy. It leads every tunnel to `elsewhere` if that is given, as a proxy with a resolver of its own would.
 */
export async function startConnectProxy(elsewhere?: { readonly port: number }): Promise<ConnectProxy> {
  const asked: { place: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, socket: Socket) => {
    const place = request.url ?? "";
    asked.push({ place, headers: request.headers });
    socket.on("error", () => {});
    if (proxy.refuse === 0) return;
    if (proxy.refuse !== undefined) {
      socket.end(`HTTP/1.1 ${proxy.refuse} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const port = elsewhere?.port ?? Number(place.split(":").at(-1));
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    sockets.add(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: undefined,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
