import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that a receiver of alerts got. */
export interface ReceivedAlert {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly path: string;
}

/** What the receiver does with a message. Default: it answers 200 with `ok`. */
export type ReceiverScript = (response: ServerResponse, received: ReceivedAlert) => void;

/** A real receiver of webhooks. It keeps what it gets and answers by a script. */
export interface AlertReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedAlert[];
  script: ReceiverScript;
  stop(): Promise<void>;
}

const accept: ReceiverScript = (response) => void response.writeHead(200).end("ok");

/** Starts a receiver. `port`: the port to listen on; absent: any free one. */
export async function startAlertReceiver(port = 0): Promise<AlertReceiver> {
  const received: ReceivedAlert[] = [];
  let script = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one = { headers, text: Buffer.concat(chunks).toString("utf8"), path: request.url ?? "" };
      received.push(one);
      script(response, one);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}/hooks/planted-path-secret`,
    port: bound,
    received,
    get script() {
      return script;
    },
    set script(next) {
      script = next;
    },
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
