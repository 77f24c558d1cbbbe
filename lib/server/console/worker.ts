import { createServer } from "node:http";
import { MessagePort, parentPort, workerData } from "node:worker_threads";
import { isDevelopmentServer } from "@/lib/config/io/environment";
import { errorReply, GatewayError } from "@/lib/errors";
import { errorDialectOf } from "@/lib/api/identify-reply";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { giveMemoryBackAtRest } from "../memory-at-rest";
import { askGateway } from "./calls";
import type { ConsoleGateway } from "./port";
import type { ConsoleThreadData, ConsoleThreadSecrets } from "./thread";
import { publishBasePath } from "@/lib/http/published-base-path";
import { publishRoot } from "./documents";
import { publishGateway } from "./published-gateway";
import { ThreadConnection } from "./thread-connection";

// The program of the console's thread (thread.ts). It runs Next.js and asks the gateway in the main thread.
const { root, project, hostname, port, maxHeaderSize, environment, questions }: ConsoleThreadData = workerData;
let gateway: ConsoleGateway | undefined;
// Before Next.js starts: instrumentation.ts would start a gateway if none were published.
publishGateway({
  get console() {
    if (!gateway) throw new Error("the gateway has not opened yet");
    return gateway;
  },
  handle: notServedHere,
  // The main thread passes on only what is for the console.
  isForConsole: () => true,
});
publishBasePath(environment.basePath);
publishRoot(root);

const httpServer = createServer({ maxHeaderSize });
const opened = new Promise<void>((resolve) => {
  parentPort?.on("message", (message: ConsoleThreadSecrets | MessagePort) => {
    if (message instanceof MessagePort) return void httpServer.emit("connection", new ThreadConnection(message));
    gateway = askGateway(questions, { ...message, environment, hasSettledAddresses: true });
    resolve();
  });
});
const { default: next } = await import("next");
// In development Next.js also takes the upgrades of `httpServer`, by which it tells browsers what has changed.
const app = next({ dev: isDevelopmentServer(), dir: project, hostname, port, httpServer });
await app.prepare();
const handle = app.getRequestHandler();
httpServer.on("request", (message, response) => {
  handle(message, response).catch((error: unknown) => {
    gateway?.log.error("console_request_failed", { path: message.url, error });
    response.destroy();
  });
});
await opened;
parentPort?.postMessage("ready");
giveMemoryBackAtRest();

/**
 * The main thread serves the API. What comes here are paths that Next.js routes to the API and the main thread does
 * not.
 */
async function notServedHere({ method, path }: ApiRequest): Promise<ApiReply> {
  const { status, headers, body } = errorReply(
    new GatewayError("not_found", `There is no route ${method} ${path}.`),
    errorDialectOf(path),
  );
  return { status, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}
