import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import { findFreePort } from "@/testing/database/free-port";

/** How a gateway is observed in a bench. */
export interface Observed {
  readonly environment: Readonly<Record<string, string>>;
  readonly generalSettings: object;
}

/** The ways to use a gateway's metrics: they are not even counted, counted, or counted and read every second. */
export const METRICS_USES = ["off", "counted", "scraped"] as const;
export type MetricsUse = (typeof METRICS_USES)[number];

/** Switches a gateway's metrics while it runs, so that the same process is measured with and without them. */
export interface MetricsSwitch {
  /** The environment of the gateway that is switched. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves once the gateway uses its metrics this way. `output`: what it has written to its log so far. */
  turn(use: MetricsUse, gateway: { readonly output: string }): Promise<void>;
}

const SCRAPE_MS = 1_000;
const RELOADED = "config.reloaded";
/** How long a new configuration file may take to be in force, in milliseconds. */
const RELOAD_LIMIT_MS = 30_000;

/**
 * Makes a switch, which lasts until `cleanUp` is run. `configurationWith` makes the configuration with these general
 * settings.
 */
export async function createMetricsSwitch(
  configurationWith: (generalSettings: object) => object,
  cleanUp: (() => unknown)[],
): Promise<MetricsSwitch> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config.yaml");
  const write = (metrics: boolean): void => writeFileSync(path, stringify(configurationWith({ metrics })));
  write(true);
  let isCounted = true;
  const scraping = await startScraping(cleanUp);
  return {
    environment: { GATEWAY_CONFIG: path, METRICS_PORT: String(scraping.port) },
    async turn(use, gateway) {
      scraping.isOn = use === "scraped";
      if (isCounted === (use !== "off")) return;
      isCounted = use !== "off";
      const reloads = (): number => gateway.output.split(RELOADED).length;
      const before = reloads();
      write(isCounted);
      const deadline = performance.now() + RELOAD_LIMIT_MS;
      while (reloads() === before) {
        if (performance.now() > deadline) throw new Error("The gateway did not read its new configuration");
        await pause(50);
      }
    },
  };
}

/** A gateway that sends all traces to a collector and every call to a sink, and whose metrics are read every second. */
export async function observedWholly(cleanUp: (() => unknown)[]): Promise<Observed> {
  const [collector, scraping] = [await startCollector(cleanUp), await startScraping(cleanUp)];
  scraping.isOn = true;
  return {
    environment: { METRICS_PORT: String(scraping.port), OTEL_EXPORTER_OTLP_ENDPOINT: collector },
    generalSettings: { sinks: [{ name: "bench", http: { url: collector } }] },
  };
}

/** Starts a collector that accepts everything and keeps nothing. */
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

/** While `isOn` is true, reads the metrics on a free port every second, as soon as a gateway answers there. */
async function startScraping(cleanUp: (() => unknown)[]): Promise<{ readonly port: number; isOn: boolean }> {
  const scraping = { port: await findFreePort(), isOn: false };
  const ended = new AbortController();
  cleanUp.push(() => ended.abort());
  void (async () => {
    while (!ended.signal.aborted) {
      await pause(SCRAPE_MS);
      if (!scraping.isOn) continue;
      await fetch(`http://127.0.0.1:${scraping.port}/metrics`, { signal: ended.signal })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
    }
  })();
  return scraping;
}
