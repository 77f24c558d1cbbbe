/**
 * Loads the packages of OpenTelemetry, of which a process without traces needs none. Each is imported here and nowhere
 * else: in a bundle, a static import anywhere would load it at the start.
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
