import { readFileSync } from "node:fs";
import type { Sampler, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { EnvironmentError } from "@/lib/config/environment-error";
import type { TraceExport, TraceSampler } from "@/lib/config/observability/trace-export";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { bounded } from "@/lib/time/io/deadline";
import { proxyAgent } from "@/lib/upstream/proxy-agent";
import { RequestTraces } from "../request-traces";
import type { Traces, TracesOptions } from "../traces";
import type { OpenTelemetry } from "./load-opentelemetry";
import { watchExporter } from "./watched-exporter";

/** How long the last spans may take to leave when the process ends, in milliseconds. */
const LAST_SPANS_MS = 5_000;

/** Records and exports traces. @throws EnvironmentError for a TLS file that cannot be read */
export function startExport(
  { settings, contextSettings, version, instance, proxyFor, log }: TracesOptions & { readonly settings: TraceExport },
  telemetry: OpenTelemetry,
): Traces {
  const { api, core, resources, sdk } = telemetry;
  const exporter = watchExporter(exporterOf(settings, telemetry, proxyFor), {
    success: core.ExportResultCode.SUCCESS,
    onAway: (error) => log.warn("traces.not_exported", { collector: new URL(settings.url).origin, error }),
    onBack: () => log.info("traces.exported_again", { collector: new URL(settings.url).origin }),
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        "service.instance.id": instance,
        ...settings.resource,
        "service.version": version,
      }),
    ),
    sampler: samplerOf(settings.sampler, sdk),
    spanLimits: given(settings.limits),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, given(settings.batch))],
  });
  const traces = new RequestTraces({
    api,
    tracer: provider.getTracer("model-gateway", version),
    settings: contextSettings,
    tick: () => performance.now(),
  });
  return {
    tracing: traces,
    observer: traces,
    async close() {
      // A collector that is away has been reported already.
      await bounded(provider.shutdown(), LAST_SPANS_MS).catch(() => {});
    },
  };
}

function exporterOf(
  { url, headers, timeoutMs, isCompressed, tls }: TraceExport,
  { OTLPTraceExporter }: OpenTelemetry,
  proxyFor: ProxyFor,
): SpanExporter {
  const protocol = url.startsWith("https:") ? "https:" : "http:";
  const agent = proxyAgent(protocol, proxyFor, timeoutMs, {
    keepAlive: true,
    ca: fileOf("OTEL_EXPORTER_OTLP_CERTIFICATE", tls.ca),
    cert: fileOf("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", tls.cert),
    key: fileOf("OTEL_EXPORTER_OTLP_CLIENT_KEY", tls.key),
  });
  return new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    ...(isCompressed && { compression: gzip() }),
    httpAgentOptions: () => agent,
  });
}

type ExporterOptions = NonNullable<ConstructorParameters<OpenTelemetry["OTLPTraceExporter"]>[0]>;

/** The value of an enumeration whose package the exporters do not pass on. */
function gzip(): ExporterOptions["compression"] {
  return "gzip" as ExporterOptions["compression"];
}

/**
 * The content of a TLS file. Without the error, an unreadable file would mean a connection without these TLS settings.
 * @throws EnvironmentError
 */
function fileOf(variable: string, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch {
    throw new EnvironmentError(variable, "must be the path of a file that can be read");
  }
}

function samplerOf({ name, ratio }: TraceSampler, sdk: OpenTelemetry["sdk"]): Sampler {
  switch (name) {
    case "always_on":
      return new sdk.AlwaysOnSampler();
    case "always_off":
      return new sdk.AlwaysOffSampler();
    case "traceidratio":
      return new sdk.TraceIdRatioBasedSampler(ratio);
    case "parentbased_always_on":
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() });
    case "parentbased_always_off":
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) });
  }
}

/** Only the members that have a value. The SDK would take `undefined` for a value. */
function given(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
