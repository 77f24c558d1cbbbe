import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "@/testing/database/free-port";

/** How a gateway is observed in a bench, beside one that is not. */
export interface Observed {
  readonly subject: "scraped" | "observed";
  readonly environment: Readonly<Record<string, string>>;
  readonly generalSettings: object;
}

const SCRAPE_MS = 1_000;

/**
 * Two ways of being observed: `scraped`, whose metrics are read every second, and `observed`, which also sends all traces
 * to a collector and every call to a sink. Both last until `cleanUp` is run.
 */
export async function observers(cleanUp: (() => unknown)[]): Promise<Observed[]> {
  const collector = await startCollector(cleanUp);
  const [scraped, observed] = [await startScraping(cleanUp), await startScraping(cleanUp)];
  return [
    { subject: "scraped", environment: { METRICS_PORT: String(scraped) }, generalSettings: {} },
    {
      subject: "observed",
      environment: { METRICS_PORT: String(observed), OTEL_EXPORTER_OTLP_ENDPOINT: collector },
      generalSettings: { sinks: [{ name: "bench", http: { url: collector } }] },
    },
  ];
}

/** Takes everything that is sent to it, and keeps nothing. */
async function startCollector(cleanUp: (() => unknown)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads the metrics on a free port every second, as soon as somebody answers there. */
async function startScraping(cleanUp: (() => unknown)[]): Promise<number> {
  const port = await findFreePort();
  const ended = new AbortController();
  cleanUp.push(() => ended.abort());
  void (async () => {
    while (!ended.signal.aborted) {
      await pause(SCRAPE_MS);
      await fetch(`http://127.0.0.1:${port}/metrics`, { signal: ended.signal })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
    }
  })();
  return port;
}
