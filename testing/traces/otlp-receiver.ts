import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { spansOfJson, spansOfProtobuf, type ReceivedSpan } from "./otlp-traces";

/** A collector of traces on a real socket. */
export interface OtlpReceiver {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Every span so far. */
  readonly spans: readonly ReceivedSpan[];
  /** Every request so far, accepted or not. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** The status that it answers with; `undefined`: it never answers. */
  status: number | undefined;
  /** The bodies of all requests as text, including forgotten requests. */
  everything(): string;
  forget(): void;
  stop(): Promise<void>;
}

/** Starts a collector on a free port, or again on a port that it has had before. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const isJson = request.headers["content-type"] === "application/json";
    bodies.push(body);
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    if (receiver.status === undefined) return;
    if (receiver.status === 200) spans.push(...(isJson ? spansOfJson(body.toString()) : spansOfProtobuf(body)));
    response.writeHead(receiver.status, { "content-type": request.headers["content-type"] }).end(isJson ? "{}" : "");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    status: 200,
    // Protobuf holds strings in the clear.
    everything: () => bodies.map((body) => body.toString("latin1")).join("\n"),
    forget() {
      spans.length = 0;
      requests.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
