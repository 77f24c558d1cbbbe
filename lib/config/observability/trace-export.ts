import { withoutTrailing } from "@/lib/without-trailing";
import { EnvironmentError } from "../environment-error";

/** How traces are recorded and where they go, as the standard variables of OpenTelemetry say. */
export interface TraceExport {
  /** Where the collector takes traces. */
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json";
  /** May contain credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  /** Paths of PEM files. */
  readonly tls: Readonly<Record<"ca" | "cert" | "key", string | undefined>>;
  readonly sampler: TraceSampler;
  /**
   * Attributes of the process. `service.version` is always the gateway's own, and `service.instance.id` is unless it
   * stands here.
   */
  readonly resource: Readonly<Record<string, string>>;
  /** Undefined: the default of OpenTelemetry. */
  readonly limits: Readonly<Record<"attributeValueLengthLimit" | "attributeCountLimit", number | undefined>>;
  readonly batch: Readonly<
    Record<"maxQueueSize" | "maxExportBatchSize" | "scheduledDelayMillis" | "exportTimeoutMillis", number | undefined>
  >;
}

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export interface TraceSampler {
  readonly name: (typeof SAMPLERS)[number];
  /** The share of the traces that begin here, from 0 to 1. */
  readonly ratio: number;
}

/** The variables, with their meaning for docs/reference/configuration.md. */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT:
    "Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`; traces go to `/v1/traces` below it. Unset, as well as the next: no traces, and nothing of OpenTelemetry is loaded. See docs/guides/traces.md for all of `OTEL_*`.",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "Address that takes traces, with its path. Takes precedence over the one above.",
  OTEL_EXPORTER_OTLP_PROTOCOL:
    "`http/protobuf` or `http/json`. Default `http/protobuf`. `grpc` is refused. `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL` takes precedence.",
  OTEL_EXPORTER_OTLP_HEADERS:
    "Headers for the collector, as `name=value,name=value`, percent-encoded. `OTEL_EXPORTER_OTLP_TRACES_HEADERS` adds to them.",
  OTEL_EXPORTER_OTLP_TIMEOUT:
    "Milliseconds after which the gateway gives up a batch that the collector does not accept. Default 10000.",
  OTEL_EXPORTER_OTLP_COMPRESSION: "`gzip` or `none`. Default `none`.",
  OTEL_EXPORTER_OTLP_CERTIFICATE:
    "Path of the PEM file with the authorities that may have signed the collector's certificate.",
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: "Path of the PEM file with a client certificate for the collector.",
  OTEL_EXPORTER_OTLP_CLIENT_KEY: "Path of the PEM file with its key.",
  OTEL_SDK_DISABLED: "`true` turns traces off.",
  OTEL_TRACES_EXPORTER: "`otlp` or `none`. Default `otlp`.",
  OTEL_TRACES_SAMPLER: `Which requests are recorded: \`${SAMPLERS.join("`, `")}\`. Default \`parentbased_always_on\`.`,
  OTEL_TRACES_SAMPLER_ARG: "For the ratios: a number from 0 to 1. Default 1.",
  OTEL_SERVICE_NAME: "Name of the gateway in traces. Default `model-gateway`.",
  OTEL_RESOURCE_ATTRIBUTES: "Further attributes of the gateway, as `key=value,key=value`, percent-encoded.",
  OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT:
    "The most characters that a value of an attribute has. `OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT` counts if it is unset. Default: none, but the gateway's own ids and names have at most 256.",
  OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT:
    "The most attributes of a span. `OTEL_ATTRIBUTE_COUNT_LIMIT` counts if it is unset. Default 128.",
  OTEL_BSP_SCHEDULE_DELAY: "Milliseconds between two batches. Default 5000.",
  OTEL_BSP_EXPORT_TIMEOUT: "Milliseconds after which the next batch no longer waits for one in flight. Default 30000.",
  OTEL_BSP_MAX_QUEUE_SIZE: "The most spans that wait; more are dropped. Default 2048.",
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "The most spans in a batch. Default 512.",
} as const satisfies Readonly<Record<string, string>>;

type Lookup = (name: string) => string | undefined;

/**
 * Reads the standard variables (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables and
 * .../protocol/exporter). Undefined: no traces are exported. @throws EnvironmentError for a value that cannot be used,
 * unless traces are off
 */
export function traceExportFrom(lookup: Lookup): TraceExport | undefined {
  const value: Lookup = (name) => lookup(name)?.trim() || undefined;
  const url = endpointOf(value);
  if (url === undefined || value("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  if (choice(value, "OTEL_TRACES_EXPORTER", ["otlp", "none"], "otlp") === "none") return undefined;
  const exporter = (name: string): string | undefined => nameOf(value, name);
  const protocolName = exporter("PROTOCOL") ?? "OTEL_EXPORTER_OTLP_PROTOCOL";
  const compressionName = exporter("COMPRESSION") ?? "OTEL_EXPORTER_OTLP_COMPRESSION";
  const file = (name: string): string | undefined => value(exporter(name) ?? "");
  const resource = pairs("OTEL_RESOURCE_ATTRIBUTES", value);
  const service = value("OTEL_SERVICE_NAME") ?? resource["service.name"] ?? "model-gateway";
  return {
    url,
    protocol: choice(value, protocolName, ["http/protobuf", "http/json"], "http/protobuf"),
    headers: {
      ...headersOf("OTEL_EXPORTER_OTLP_HEADERS", value),
      ...headersOf("OTEL_EXPORTER_OTLP_TRACES_HEADERS", value),
    },
    timeoutMs: count(value, exporter("TIMEOUT") ?? "", 1) ?? 10_000,
    isCompressed: choice(value, compressionName, ["gzip", "none"], "none") === "gzip",
    tls: { ca: file("CERTIFICATE"), cert: file("CLIENT_CERTIFICATE"), key: file("CLIENT_KEY") },
    sampler: {
      name: choice(value, "OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on"),
      ratio: ratio("OTEL_TRACES_SAMPLER_ARG", value) ?? 1,
    },
    resource: { ...resource, "service.name": service },
    limits: {
      attributeValueLengthLimit: limit(value, "ATTRIBUTE_VALUE_LENGTH_LIMIT"),
      attributeCountLimit: limit(value, "ATTRIBUTE_COUNT_LIMIT"),
    },
    batch: {
      maxQueueSize: count(value, "OTEL_BSP_MAX_QUEUE_SIZE", 1),
      maxExportBatchSize: count(value, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1),
      scheduledDelayMillis: count(value, "OTEL_BSP_SCHEDULE_DELAY", 1),
      exportTimeoutMillis: count(value, "OTEL_BSP_EXPORT_TIMEOUT", 1),
    },
  };
}

/** The name of the variable that sets an exporter option: the one for traces, else the one for all signals. */
function nameOf(value: Lookup, option: string): string | undefined {
  return [`OTEL_EXPORTER_OTLP_TRACES_${option}`, `OTEL_EXPORTER_OTLP_${option}`].find((name) => value(name));
}

function endpointOf(value: Lookup): string | undefined {
  const name = nameOf(value, "ENDPOINT");
  const text = name && value(name);
  if (!name || !text) return undefined;
  const address = name === "OTEL_EXPORTER_OTLP_ENDPOINT" ? `${withoutTrailing(text, "/")}/v1/traces` : text;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new EnvironmentError(name, "must be an http or https address, such as http://127.0.0.1:4318");
  return address;
}

function choice<Value extends string>(value: Lookup, name: string, known: readonly Value[], usual: Value): Value {
  const text = value(name);
  if (text === undefined) return usual;
  const found = known.find((one) => one === text.toLowerCase());
  if (found !== undefined) return found;
  throw new EnvironmentError(name, `must be one of ${known.join(", ")}`);
}

/** A whole number of at least `least`. `name` is empty for an option that no variable sets. */
function count(value: Lookup, name: string, least: number): number | undefined {
  const text = name === "" ? undefined : value(name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least) return number;
  throw new EnvironmentError(name, `must be a whole number of at least ${least}`);
}

function limit(value: Lookup, name: string): number | undefined {
  return count(value, `OTEL_SPAN_${name}`, 1) ?? count(value, `OTEL_${name}`, 1);
}

function ratio(name: string, value: Lookup): number | undefined {
  const text = value(name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (number >= 0 && number <= 1) return number;
  throw new EnvironmentError(name, "must be a number from 0 to 1");
}

/** `key=value,key=value`, percent-encoded, as in W3C Baggage. */
function pairs(name: string, value: Lookup): Record<string, string> {
  const found = (value(name) ?? "").split(",").flatMap((pair): [string, string][] => {
    if (pair.trim() === "") return [];
    const at = pair.indexOf("=");
    const key = decoded(pair.slice(0, Math.max(at, 0)));
    const text = decoded(pair.slice(at + 1));
    if (!key || text === undefined) throw new EnvironmentError(name, "must be pairs, as in: key=value,key=value");
    return [[key, text]];
  });
  return Object.fromEntries(found);
}

function headersOf(name: string, value: Lookup): Record<string, string> {
  const headers = pairs(name, value);
  for (const [header, text] of Object.entries(headers))
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header) || !/^[\t\x20-\x7e]*$/.test(text))
      throw new EnvironmentError(name, "must name headers and their values, as in: authorization=Bearer%20TOKEN");
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}
