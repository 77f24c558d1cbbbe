import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A request that a receiver has read to its end, with its body decompressed. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** How a receiver answers. It may also never answer, or destroy the connection. */
export type Answer = (response: ServerResponse, received: ReceivedRequest) => void;

export interface SinkReceiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** The calls of the requests that were answered with success, in the order of arrival. */
  readonly accepted: { readonly call_id: string; readonly revision: number }[];
  /** How the next requests are answered: 200 by default. */
  answer: Answer;
  close(): Promise<void>;
}

/** A real HTTP server that takes batches as JSON lines. `port` 0: a free one. */
export async function startSinkReceiver(port = 0): Promise<SinkReceiver> {
  const received: ReceivedRequest[] = [];
  const accepted: { call_id: string; revision: number }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
      const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
      const { method = "", url = "", headers } = request;
      const entry = { method, path: url, headers, bytes, text };
      received.push(entry);
      receiver.answer(response, entry);
      if (response.writableEnded && response.statusCode < 300 && headers["content-type"] !== "application/json")
        for (const line of text.trimEnd().split("\n")) accepted.push(JSON.parse(line));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const receiver: SinkReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    accepted,
    answer: (response) => void response.end(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
