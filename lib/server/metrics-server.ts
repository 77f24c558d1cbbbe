import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Environment } from "@/lib/config/environment-variables";
import type { MetricsPage } from "@/lib/gateway/metrics-page";
import type { Logger } from "@/lib/log";
import { listen } from "./listen";

/** Metrics on a port of their own, without credentials. */
export interface MetricsServer {
  /** Serves this page from now on. Until then the server answers 503. */
  open(page: MetricsPage): void;
  close(): Promise<void>;
}

const PATH = "/metrics";
/** How long a request may take to arrive, in milliseconds. */
const REQUEST_MS = 10_000;
/** Prometheus opens one connection or a few. */
const MOST_CONNECTIONS = 64;

/** Listens on METRICS_PORT, if it is set. @throws ListenError */
export async function openMetricsServer(
  { host, metricsPort }: Pick<Environment, "host" | "metricsPort">,
  log: Logger,
): Promise<MetricsServer | undefined> {
  if (metricsPort === undefined) return undefined;
  let page: MetricsPage | undefined;
  const server = createServer({ headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS }, (request, response) => {
    answer(page, request, response).catch((error: unknown) => {
      log.error("metrics.not_shown", { error });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "The metrics cannot be shown; the log has the reason.");
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, { host, port: metricsPort, variable: "METRICS_PORT" });
  return {
    open(opened) {
      page = opened;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  page: MetricsPage | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? "").split("?", 1);
  if (path !== PATH) return refuse(response, 404, `This port serves only ${PATH}.`);
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(response, 405, `${PATH} is read with GET.`, { allow: "GET, HEAD" });
  if (!page) return refuse(response, 503, "The gateway is starting.", { "retry-after": "1" });
  const { contentType, text } = await page.read(request.headers.accept);
  response.writeHead(200, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(request.method === "HEAD" ? undefined : text);
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers }).end(`${text}\n`);
}
