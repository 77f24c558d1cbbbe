import cluster from "node:cluster";
import type { Settings } from "@/lib/config/schema";
import type { ApiRequest } from "@/lib/doors/contract";
import type { MetricsPage } from "@/lib/gateway/metrics-page";
import type { Observer } from "@/lib/gateway/observer";
import type { Services } from "@/lib/gateway/services";
import type { Tracing } from "@/lib/gateway/tracing";
import { createLocalPage } from "@/lib/observe/metrics/io/local-page";
import { createWorkerPage } from "@/lib/observe/metrics/io/worker-page";
import { ProcessMetrics } from "@/lib/observe/metrics/process-metrics";

/**
 * By what factor a worker keeps more teams apart than `metrics_max_teams`, so that it knows those that other workers
 * saw first.
 */
const NAMES_OF_WORKER = 10;

export interface OpenMetrics {
  readonly observer: Observer;
  readonly page: MetricsPage;
  /** In a worker, reports the counts to the first process from now on. */
  start(services: Services): void;
  close(): void;
}

/** The metrics of a serving process. If it is a worker, the first process has the page for all workers. */
export function openMetrics(settings: () => Settings, tracing: Pick<Tracing, "recordedTraceId">): OpenMetrics {
  const traceOf = (request: ApiRequest): string | undefined => tracing.recordedTraceId(request);
  if (cluster.isWorker) {
    const metrics = new ProcessMetrics(settings, NAMES_OF_WORKER, traceOf);
    const page = createWorkerPage(metrics);
    return { observer: metrics.observer, page, start: page.start, close: page.close };
  }
  let opened: Services | undefined;
  const metrics = new ProcessMetrics(settings, 1, traceOf);
  return {
    observer: metrics.observer,
    page: createLocalPage(metrics, () => opened),
    start: (services) => void (opened = services),
    close() {},
  };
}
