import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What happens to one request. `forward` sends it to the server behind and resolves to the answer. */
export type Fault = (response: ServerResponse, forward: () => Promise<Buffer>) => Promise<void>;

/** A proxy before an HTTP server, at which requests meet faults. */
export interface FaultyDoor {
  readonly origin: string;
  /** The next requests whose address contains this string meet these faults, one each. */
  meet(text: string, ...faults: readonly Fault[]): void;
  /** How many faults no request has met yet. */
  readonly left: number;
  close(): Promise<void>;
}

/** Starts a proxy before the server at `origin`. */
export async function startFaultyDoor(origin: string): Promise<FaultyDoor> {
  let expected = "";
  let faults: Fault[] = [];
  const server = createServer((incoming, response) => {
    const forward = async (): Promise<{ status: number; body: Buffer }> => {
      const body = await buffer(incoming);
      const headers = { ...incoming.headers, "content-length": String(body.length) };
      const behind = request(`${origin}${incoming.url}`, { method: incoming.method, headers }).end(body);
      const [answer] = (await once(behind, "response")) as [IncomingMessage];
      return { status: answer.statusCode ?? 502, body: await buffer(answer) };
    };
    const meets = expected !== "" && (incoming.url ?? "").includes(expected) ? faults.shift() : undefined;
    const answered = meets
      ? meets(response, async () => (await forward()).body)
      : forward().then(({ status, body }) => void response.writeHead(status).end(body));
    // The server behind is away.
    answered.catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meet(text, ...several) {
      expected = text;
      faults = [...several];
    },
    get left() {
      return faults.length;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
