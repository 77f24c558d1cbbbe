import { connect, createServer, type Socket } from "node:net";

/**
 * A line to a PostgreSQL server that loses notifications and names another process than the server's, as a pooler in
 * transaction mode does.
 */
export interface DeafLine {
  /** The address of the database through this line. */
  readonly url: string;
  /** Whether notifications are lost. True at first. */
  isDeaf: boolean;
  close(): Promise<void>;
}

/** The types of a NotificationResponse and of BackendKeyData (PostgreSQL documentation, message formats). */
const NOTIFICATION = "A".charCodeAt(0);
const KEY = "K".charCodeAt(0);

/** Opens a line, without TLS, to the database that a URL names. */
export async function startDeafLine(target: string): Promise<DeafLine> {
  const sockets = new Set<Socket>();
  const line = { isDeaf: true };
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    let pending = Buffer.alloc(0);
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      for (;;) {
        const length = pending.length < 5 ? Infinity : 1 + pending.readInt32BE(1);
        if (pending.length < length) return;
        const message = pending.subarray(0, length);
        if (message[0] === KEY) message.writeInt32BE(message.readInt32BE(5) ^ 1, 5);
        if (!(line.isDeaf && message[0] === NOTIFICATION)) near.write(message);
        pending = pending.subarray(length);
      }
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return Object.assign(line, {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
