import type { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";

interface Watch {
  /** The result of an export that succeeded. */
  readonly success: ExportResultCode;
  /** Called once for each outage, with the failure that began it. */
  readonly onAway: (error: string) => void;
  /** Called once for each outage, when spans are taken again. */
  readonly onBack: () => void;
}

/** Reports once that a collector takes no spans, and once that it takes them again. The SDK would say nothing. */
export function watchExporter(exporter: SpanExporter, { success, onAway, onBack }: Watch): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== success;
        if (failed !== isAway) {
          isAway = failed;
          if (failed) onAway(reasonOf(result.error));
          else onBack();
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The message alone: the error also carries the collector's answer. */
function reasonOf(error: Error | undefined): string {
  if (!error) return "unknown";
  const status = "code" in error && typeof error.code === "number" ? `status ${error.code}: ` : "";
  return status + (error.message || String(error.name));
}
