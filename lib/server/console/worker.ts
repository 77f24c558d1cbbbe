import { createServer } from "node:http";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { errorReply, GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { askGateway } from "./calls";
import type { ConsoleThreadData } from "./thread";
import { publishGateway } from "./published-gateway";
import { ThreadConnection } from "./thread-connection";

// The console's thread (see console-thread.ts): Next.js, and nothing of the gateway but what it asks for.
const { root, hostname, port, maxHeaderSize, constants, questions }: ConsoleThreadData = workerData;
// Before Next.js starts, which would start a gateway where there is none.
const gateway = askGateway(questions, constants);
publishGateway({ console: gateway, handle: notServedHere });
const { default: next } = await import("next");
const app = next({ dev: false, dir: root, hostname, port });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer({ maxHeaderSize }, (message, response) => {
  handle(message, response).catch((error: unknown) => {
    gateway.log.error("console_request_failed", { path: message.url, error });
    response.destroy();
  });
});
parentPort?.on("message", (connection: MessagePort) => server.emit("connection", new ThreadConnection(connection)));
parentPort?.postMessage("ready");

/** The API is served before anything gets here; only a path that Next.js alone reads as one of its own comes this way. */
async function notServedHere({ method, path }: ApiRequest): Promise<ApiReply> {
  const { status, headers, body } = errorReply(new GatewayError("not_found", `There is no route ${method} ${path}.`));
  return { status, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}
