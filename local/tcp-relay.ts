import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A network path that can be cut: what a database or an upstream that is gone looks like from here. */
export interface TcpRelay {
  /** The address to use instead of the target's own. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections through again, at the same address. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Relays TCP connections to the host and port of a URL. */
export async function startTcpRelay(target: string): Promise<TcpRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    for (const [from, to] of [[inside, outside], [outside, inside]] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => server.once("error", reject).listen(at, "127.0.0.1", resolve));
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const ownPort = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${ownPort}`;
  return {
    url: url.href,
    cut,
    restore: () => listen(ownPort),
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}
