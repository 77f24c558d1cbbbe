import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { answerFor } from "@/local/upstream/upstream-answer";
import { DOOR_ANSWERS } from "./door-answers";
import { MessageReader } from "./http-message";
import { toolAnswer } from "./tool-answers";

const { completion, events } = answerFor(
  { model: "local-small", stream_options: { include_usage: true } },
  { tokens: 20 },
);
const plain = wholeAnswer(completion());
const doors = DOOR_ANSWERS.map(({ path, value }) => ({ path, bytes: wholeAnswer(value) }));
const chunks = [...[...events()].map(({ data }) => String(data)), ""].map(
  (data) => `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`,
);
const stream = answer(
  { "content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked" },
  chunks.join(""),
);

/**
 * The upstream that everything is measured against. It answers at once, always with the same twenty tokens, and does as
 * little work as possible, because on a small machine its time is missing from what is measured.
 */
export async function startFastUpstream(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer({ noDelay: true }, (socket) => {
    const request = new MessageReader();
    socket.on("data", (bytes) => {
      if (!request.push(bytes)) return;
      const line = request.head.slice(0, request.head.indexOf("\r\n"));
      if (line.includes(" /tools/")) {
        socket.write(wholeAnswer(toolAnswer(request.bytes.toString("latin1", request.head.length))));
        return request.reset();
      }
      const door = doors.find(({ path }) => line.includes(path));
      socket.write(door?.bytes ?? (request.bytes.includes('"stream":true') ? stream : plain));
      request.reset();
    });
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function wholeAnswer(value: unknown): Buffer {
  const text = JSON.stringify(value);
  return answer({ "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }, text);
}

/** An answer with the headers that node:http would send. */
function answer(headers: Record<string, string>, body: string): Buffer {
  const all = { ...headers, date: new Date().toUTCString(), connection: "keep-alive", "keep-alive": "timeout=60" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n${body}`);
}
