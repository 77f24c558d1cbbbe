import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

/**
 * The proxy that the gateway is compared with. It does the least work that node:http and undici can do for a call.
 * Prints its address.
 */
const pool = new Pool(process.argv[2] ?? "", { connections: Number(process.argv[3] ?? 128) });

async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const answer = await pool.request({
    method: "POST",
    path: message.url ?? "/",
    headers: { "content-type": "application/json" },
    body: Buffer.concat(chunks),
  });
  response.writeHead(answer.statusCode, { "content-type": String(answer.headers["content-type"]) });
  answer.body.pipe(response);
}

const server = createServer((message, response) => {
  forward(message, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
