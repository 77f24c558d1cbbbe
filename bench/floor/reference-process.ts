import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

/**
 * What every figure of the floor is divided by: the least that a proxy of node:http and undici's `dispatch` does. It
 * must not change, because the floor would change with it. Prints its address.
 */
const pool = new Pool(process.argv[2] ?? "", { connections: 128 });
const HEADERS = { "content-type": "application/json" };

function forward(message: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const answer: Buffer[] = [];
    let status = 0;
    pool.dispatch(
      { method: "POST", path: message.url ?? "/", headers: HEADERS, ...(body && { body }) },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, chunk) {
          answer.push(chunk);
        },
        onResponseEnd() {
          const whole = answer.length === 1 ? answer[0] : Buffer.concat(answer);
          response.writeHead(status, {
            "content-type": "application/json",
            "content-length": whole?.length ?? 0,
          });
          response.end(whole);
        },
        onResponseError() {
          response.destroy();
        },
      },
    );
  });
}

const server = createServer(forward);
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
