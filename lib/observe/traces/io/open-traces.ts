import { passTracesThrough } from "@/lib/gateway/tracing";
import type { Traces, TracesOptions } from "../traces";
import { loadOpenTelemetry } from "./load-opentelemetry";
import { startExport } from "./start-export";

/** Opens the export of traces. Without one, nothing of OpenTelemetry is loaded. @throws EnvironmentError */
export async function openTraces(options: TracesOptions): Promise<Traces> {
  const { settings, contextSettings } = options;
  if (!settings) return { tracing: passTracesThrough(contextSettings), observer: {}, close: async () => {} };
  return startExport({ ...options, settings }, await loadOpenTelemetry(settings.protocol));
}
