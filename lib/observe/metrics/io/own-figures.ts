import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import type { GaugeName } from "../metric-table";
import { one, type CpuSeconds } from "../process-metrics";
import type { ProcessReading } from "../reading";

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20;
const NANO_PER_MS = 1e6;
/** How long a busy moment is shown, in milliseconds: at least this long, and at most twice as long. */
const WINDOW_MS = 10_000;

/** The memory, files and CPU time of this process, and how long its event loop was busy. */
export interface OwnFigures {
  gauges(): ProcessReading["gauges"];
  cpu(): CpuSeconds;
}

let opened: OwnFigures | undefined;

/** The figures of this process, which are watched only once, however often this is called. */
export function ownFigures(): OwnFigures {
  return (opened ??= openFigures());
}

function openFigures(): OwnFigures {
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  const lag = watchEventLoop();
  return {
    gauges() {
      const figures: Partial<Record<GaugeName, number>> = {
        gateway_event_loop_lag_seconds: lag(),
        process_start_time_seconds: startedAt,
        process_resident_memory_bytes: process.memoryUsage.rss(),
        ...linuxFigures(),
      };
      return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, one(value)]));
    },
    cpu() {
      const { user, system } = process.cpuUsage();
      return { user: user / 1e6, system: system / 1e6 };
    },
  };
}

/** What Linux says about this process. Reading /proc never waits for a disk. */
function linuxFigures(): Partial<Record<GaugeName, number>> {
  if (process.platform !== "linux") return {};
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const most = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return {
      process_virtual_memory_bytes: bytesOf(/^VmSize:\s+(\d+) kB$/m.exec(status)),
      process_heap_bytes: bytesOf(/^VmData:\s+(\d+) kB$/m.exec(status)),
      // Listing them takes one more.
      process_open_fds: readdirSync("/proc/self/fd").length - 1,
      ...(most !== undefined && { process_max_fds: Number(most) }),
    };
  } catch {
    // Some containers hide /proc: the other figures stay.
    return {};
  }
}

function bytesOf(match: RegExpExecArray | null): number {
  return Number(match?.[1] ?? 0) * 1_024;
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
 * The longest delay in seconds. The histogram's values include the pause between two looks. Before the first look it
 * has no value.
 */
function longest({ max, count }: IntervalHistogram): number {
  return count === 0 ? 0 : Math.max(0, max / NANO_PER_MS - RESOLUTION_MS) / 1_000;
}
