import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { askGateway } from "@/lib/server/console/calls";
import type { ConsoleThreadData } from "@/lib/server/console/thread";
import { ThreadConnection } from "@/lib/server/console/thread-connection";

/** A thread in the console's place that can be told to die, which Next.js cannot. */
const { constants, questions }: ConsoleThreadData = workerData;
const gateway = askGateway(questions, constants);
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
      settings: await gateway.settings(),
    }),
  );
});
parentPort?.on("message", (connection: MessagePort) => server.emit("connection", new ThreadConnection(connection)));
parentPort?.postMessage("ready");
