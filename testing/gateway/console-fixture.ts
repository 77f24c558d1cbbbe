import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { MessagePort, parentPort, workerData } from "node:worker_threads";
import { askGateway } from "@/lib/server/console/calls";
import type { ConsoleGateway } from "@/lib/server/console/port";
import type { ConsoleThreadData, ConsoleThreadSecrets } from "@/lib/server/console/thread";
import { ThreadConnection } from "@/lib/server/console/thread-connection";

/** A thread in the console's place that can be told to die, which Next.js cannot. */
const { environment, questions }: ConsoleThreadData = workerData;
let gateway: ConsoleGateway | undefined;
const server = createServer(async (message, response) => {
  if (message.url === "/die") process.exit(1);
  if (message.url === "/fail") return void setImmediate(() => Promise.reject(new Error("out of everything")));
  if (message.url === "/fill")
    for (const filled: unknown[] = []; ;) filled.push(new Array(100_000).fill(filled.length));
  if (message.url === "/half") return void response.write("half", () => setImmediate(() => process.exit(1)));
  if (message.url === "/hang") return;
  response.setHeader("set-cookie", ["a=1", "b=2"]);
  response.end(
    JSON.stringify({
      method: message.method,
      url: message.url,
      headers: message.headers,
      body: (await text(message)).length,
      settings: await gateway?.settings(),
    }),
  );
});
parentPort?.on("message", (message: ConsoleThreadSecrets | MessagePort) => {
  if (message instanceof MessagePort) return void server.emit("connection", new ThreadConnection(message));
  gateway = askGateway(questions, { ...message, environment, hasSettledAddresses: true });
  parentPort?.postMessage("ready");
});
