import { connect, createServer, type Socket } from "node:net";

/** A TCP line to a server on this machine that a test can break the way networks break. */
export interface TcpLine {
  readonly port: number;
  /** Goes silent without closing a connection, as when a firewall forgets its connections. */
  freeze(): void;
  /** Ends every connection and refuses new ones, as when the server is down. */
  cut(): void;
  /** Works again for new connections. Frozen or cut connections stay lost. */
  mend(): void;
  close(): Promise<void>;
}

/** Opens a line to a port of this machine, which may be another one for each new connection. */
export async function startTcpLine(target: number | (() => number)): Promise<TcpLine> {
  let state: "open" | "frozen" | "cut" = "open";
  const sockets = new Set<Socket>();

  function destroyAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer((near) => {
    if (state === "cut") return near.resetAndDestroy();
    const far = connect(typeof target === "number" ? target : target(), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        if (state === "open") to.write(bytes);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    freeze() {
      state = "frozen";
    },
    cut() {
      state = "cut";
      destroyAll();
    },
    mend() {
      destroyAll();
      state = "open";
    },
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A line to the server that a URL names, and the URL that goes through it. */
export async function startLineTo(target: string): Promise<TcpLine & { readonly url: string }> {
  const line = await startTcpLine(Number(new URL(target).port));
  const url = new URL(target);
  url.host = `127.0.0.1:${line.port}`;
  return { ...line, url: url.href };
}
