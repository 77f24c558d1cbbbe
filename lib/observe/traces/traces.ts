import type { TraceExport } from "@/lib/config/observability/trace-export";
import type { Observer } from "@/lib/gateway/observer";
import type { TraceContextSettings, Tracing } from "@/lib/gateway/tracing";
import type { Logger } from "@/lib/log";
import type { ProxyFor } from "@/lib/http/proxy-address";

export interface TracesOptions {
  /** Undefined: no traces are exported. */
  readonly settings: TraceExport | undefined;
  readonly contextSettings: () => TraceContextSettings;
  /** The product's version, and this process among those of all nodes. */
  readonly version: string;
  readonly instance: string;
  readonly proxyFor: ProxyFor;
  readonly log: Logger;
}

/** The traces of a process. */
export interface Traces {
  readonly tracing: Tracing;
  /** Makes the spans; watches nothing where no traces are exported. */
  readonly observer: Observer;
  /** Sends the spans that wait, within a bound. */
  close(): Promise<void>;
}
