import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWK } from "jose";

/** A server that answers whatever a test wants where a key set is expected. */
export interface KeyServer {
  readonly url: string;
  /** How often it was asked. */
  readonly fetches: number;
  /** How many askers went away before they were answered. */
  readonly abandoned: number;
  answer: RequestListener;
  /** Resolves when it is asked the next time. */
  asked(): Promise<void>;
  stop(): Promise<void>;
}

/** Answers with JSON, or with a string as it is. */
export function answering(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Answers with a key set of these keys' public members. */
export function publishing(...keys: JWK[]): RequestListener {
  return answering({
    keys: keys.map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicMembers }) => publicMembers),
  });
}

/** Takes the request and never answers. */
export const hanging: RequestListener = () => {};

/** Starts a key server on a port of its own. */
export async function startKeyServer(answer: RequestListener): Promise<KeyServer> {
  let fetches = 0;
  let abandoned = 0;
  let waiting: (() => void)[] = [];
  let current = answer;
  const server = createServer((request, response) => {
    fetches++;
    response.on("close", () => (abandoned += response.writableEnded ? 0 : 1));
    const woken = waiting;
    waiting = [];
    current(request, response);
    for (const wake of woken) wake();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    get fetches() {
      return fetches;
    },
    get abandoned() {
      return abandoned;
    },
    get answer() {
      return current;
    },
    set answer(value) {
      current = value;
    },
    asked: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
