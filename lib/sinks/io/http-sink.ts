import type { HttpSinkSettings } from "@/lib/config/observability/sink-schema";
import type { Deliver } from "@/lib/sinks/delivery";
import { revealedHeaders } from "@/lib/sinks/revealed-headers";
import { webhookHeaders } from "@/lib/http/webhook-signature";
import { compressText, joinLines } from "./compress-text";
import { sendRequest, type SinkLine } from "./send-request";

/** Posts each batch as compressed JSON Lines to an address. Any status from 200 to 299 means that it has arrived. */
export function createHttpSink({ url, headers, signing_secret: secret }: HttpSinkSettings, line: SinkLine): Deliver {
  return async ({ id, calls }, signal) => {
    const text = joinLines(calls.map((call) => call.line));
    return sendRequest(
      line,
      {
        method: "POST",
        url: new URL(url),
        headers: {
          ...revealedHeaders(headers),
          "content-type": "application/x-ndjson",
          "content-encoding": "gzip",
          ...webhookHeaders({ id, at: line.now(), body: text }, secret ? [secret.reveal()] : []),
        },
        body: await compressText(text),
      },
      signal,
    );
  };
}
