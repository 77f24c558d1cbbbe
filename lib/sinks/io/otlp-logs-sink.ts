import type { OtlpLogsSettings } from "@/lib/config/observability/sink-schema";
import type { Logger } from "@/lib/log";
import type { Deliver } from "@/lib/sinks/delivery";
import { logRecord, logsRequest } from "@/lib/sinks/otlp-logs";
import { revealedHeaders } from "@/lib/sinks/revealed-headers";
import { wait } from "@/lib/time/io/wait";
import { withoutTrailing } from "@/lib/without-trailing";
import { compressText } from "./compress-text";
import { sendRequest, type SinkLine } from "./send-request";

export interface OtlpLogsSinkOptions extends SinkLine {
  readonly name: string;
  readonly version: string;
  readonly log: Logger;
}

/** How many records are made before other work gets its turn. */
const SLICE = 200;

/** Sends each batch to a collector of OpenTelemetry, as log records. */
export function createOtlpLogsSink({ endpoint, headers }: OtlpLogsSettings, options: OtlpLogsSinkOptions): Deliver {
  const { name, version, log } = options;
  return async ({ id, calls }, signal) => {
    const records: string[] = [];
    for (let from = 0; from < calls.length; from += SLICE) {
      for (const call of calls.slice(from, from + SLICE)) records.push(logRecord(call));
      await wait(0);
    }
    const request = {
      method: "POST" as const,
      url: logsAddress(endpoint),
      headers: { ...revealedHeaders(headers), "content-type": "application/json", "content-encoding": "gzip" },
      body: await compressText(logsRequest(records, version)),
    };
    // The protocol forbids sending a batch again that the collector has accepted in part.
    const success = (text: string): void => {
      const rejected = rejectedRecords(text);
      if (rejected > 0) log.warn("sink.records_rejected", { sink: name, batch: id, rejected, of: calls.length });
    };
    return sendRequest(options, request, signal, { success });
  };
}

function logsAddress(endpoint: string): URL {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith("/v1/logs")) url.pathname = `${withoutTrailing(url.pathname, "/")}/v1/logs`;
  return url;
}

/** How many records a collector says that it refused (`partialSuccess`). */
function rejectedRecords(text: string): number {
  const found = /"rejectedLogRecords"\s*:\s*"?(\d{1,9})/.exec(text);
  return found ? Number(found[1]) : 0;
}
