import type { TraceExport } from "@/lib/config/observability/trace-export";
import type { Observer } from "@/lib/gateway/observer";
import type { TraceContextSettings, Tracing } from "@/lib/gateway/tracing";
import type { Logger } from "@/lib/log";
import type { ProxyFor } from "@/lib/http/proxy-address";

export interface TracesOptions {
  /** Undefined: no traces are exported. */
  readonly settings: TraceExport | undefined;
  readonly contextSettings: () => TraceContextSettings;
  /** The product's version, and this process's name among all nodes. */
  readonly version: string;
  readonly instance: string;
  readonly proxyFor: ProxyFor;
  readonly log: Logger;
}

/** The traces of a process. */
export interface Traces {
  readonly tracing: Tracing;
  /** Makes the spans. It observes nothing when no traces are exported. */
  readonly observer: Observer;
  /** Sends the waiting spans, for a bounded time. */
  close(): Promise<void>;
}
