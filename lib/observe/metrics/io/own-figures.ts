import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import { collectDefaultMetrics, Registry } from "prom-client";
import { METRICS, type GaugeName } from "../metric-table";
import { one, type CpuSeconds } from "../process-metrics";
import type { ProcessReading } from "../reading";

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20;
const NANO_PER_MS = 1e6;
/** How long a busy moment is shown, in milliseconds: at least this long, and at most twice as long. */
const WINDOW_MS = 10_000;

/** The memory, files and CPU time of this process, and how long its event loop was busy. */
export interface OwnFigures {
  gauges(): Promise<ProcessReading["gauges"]>;
  cpu(): CpuSeconds;
}

let opened: OwnFigures | undefined;

/** The figures of this process, which are watched only once, however often this is called. */
export function ownFigures(): OwnFigures {
  return (opened ??= openFigures());
}

function openFigures(): OwnFigures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 });
  const lag = watchEventLoop();
  return {
    async gauges() {
      const gauges: ProcessReading["gauges"] = { gateway_event_loop_lag_seconds: one(lag()) };
      for (const { name, values } of await registry.getMetricsAsJSON()) {
        const value = values[0]?.value;
        if (isProcessGauge(name) && value !== undefined) gauges[name] = one(value);
      }
      return gauges;
    },
    cpu() {
      const { user, system } = process.cpuUsage();
      return { user: user / 1e6, system: system / 1e6 };
    },
  };
}

function isProcessGauge(name: string): name is GaugeName {
  return name.startsWith("process_") && name in METRICS && METRICS[name as GaugeName].type === "gauge";
}

/** Returns a function for the longest delay in the present and the last window, in seconds. */
function watchEventLoop(): () => number {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let last = 0;
  setInterval(() => {
    last = longest(delay);
    delay.reset();
  }, WINDOW_MS).unref();
  return () => Math.max(last, longest(delay));
}

/**
 * The longest delay in seconds. The histogram's values include the pause between two looks. Before the first look there
 * is not a value.
 */
function longest({ max, count }: IntervalHistogram): number {
  return count === 0 ? 0 : Math.max(0, max / NANO_PER_MS - RESOLUTION_MS) / 1_000;
}
