/**
 * Loads the packages of OpenTelemetry, which a process without traces does not need. They are imported only here and
 * only dynamically: in a bundle, a static import anywhere would load them at the start.
 */
export async function loadOpenTelemetry(protocol: "http/protobuf" | "http/json") {
  const exporter =
    protocol === "http/json"
      ? import("@opentelemetry/exporter-trace-otlp-http")
      : import("@opentelemetry/exporter-trace-otlp-proto");
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
    exporter,
  ]);
  return { api, core, resources, sdk, OTLPTraceExporter };
}

export type OpenTelemetry = Awaited<ReturnType<typeof loadOpenTelemetry>>;
