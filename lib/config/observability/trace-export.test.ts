import { describe, expect, test } from "vitest";
import { EnvironmentError } from "../environment-error";
import { traceExportFrom } from "./trace-export";

const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
const read = (variables: Readonly<Record<string, string>>) => traceExportFrom((name) => variables[name]);

describe("the variables of OpenTelemetry", () => {
  test("an address alone exports everything in protobuf, with the standard's sampler", () => {
    expect(read(HERE)).toEqual({
      url: "http://127.0.0.1:4318/v1/traces",
      protocol: "http/protobuf",
      headers: {},
      timeoutMs: 10_000,
      isCompressed: false,
      tls: { ca: undefined, cert: undefined, key: undefined },
      sampler: { name: "parentbased_always_on", ratio: 1 },
      resource: { "service.name": "model-gateway" },
      limits: { attributeValueLengthLimit: undefined, attributeCountLimit: undefined },
      batch: {
        maxQueueSize: undefined,
        maxExportBatchSize: undefined,
        scheduledDelayMillis: undefined,
        exportTimeoutMillis: undefined,
      },
    });
  });

  test.each<[what: string, variables: Record<string, string>, expected: object]>([
    [
      "a path and a slash",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example/otlp/" },
      { url: "https://c.example/otlp/v1/traces" },
    ],
    [
      "an address for traces, taken as it is",
      { ...HERE, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://c.example/in" },
      { url: "https://c.example/in" },
    ],
    [
      "a protocol for traces before the common one",
      { ...HERE, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json" },
      { protocol: "http/json" },
    ],
    [
      "headers of both kinds",
      {
        ...HERE,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a=, x-a=1",
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-a=2,",
      },
      { headers: { authorization: "Bearer a=", "x-a": "2" } },
    ],
    [
      "a name before the resource's",
      { ...HERE, OTEL_RESOURCE_ATTRIBUTES: "service.name=a,team=b%2Cc", OTEL_SERVICE_NAME: "d" },
      { resource: { "service.name": "d", team: "b,c" } },
    ],
    [
      "the resource's name",
      { ...HERE, OTEL_RESOURCE_ATTRIBUTES: "service.name=a" },
      { resource: { "service.name": "a" } },
    ],
    [
      "a ratio",
      { ...HERE, OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.05" },
      { sampler: { name: "parentbased_traceidratio", ratio: 0.05 } },
    ],
    [
      "limits, of spans before general ones",
      {
        ...HERE,
        OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: "9",
        OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: "8",
        OTEL_ATTRIBUTE_COUNT_LIMIT: "7",
      },
      { limits: { attributeValueLengthLimit: 8, attributeCountLimit: 7 } },
    ],
    ["a time limit", { ...HERE, OTEL_EXPORTER_OTLP_TIMEOUT: "500" }, { timeoutMs: 500 }],
    ["blank variables, which count as unset", { ...HERE, OTEL_TRACES_SAMPLER: " ", OTEL_BSP_MAX_QUEUE_SIZE: "" }, {}],
  ])("traces are exported with %s", (_what, variables, expected) => {
    expect(read(variables)).toMatchObject(expected);
  });

  test.each<[what: string, variables: Record<string, string>]>([
    ["no address", {}],
    ["a blank address", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["OTEL_SDK_DISABLED", { ...HERE, OTEL_SDK_DISABLED: "True" }],
    ["no exporter", { ...HERE, OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
  ])("with %s, no traces are exported", (_what, variables) => {
    expect(read(variables)).toBeUndefined();
  });

  test.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://secret@host"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_COMPRESSION", "zstd"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "secret"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a b=secret"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0d%0ab:c"],
    ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a=%secret"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s"],
    ["OTEL_TRACES_EXPORTER", "jaeger"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_RESOURCE_ATTRIBUTES", "=a"],
    ["OTEL_BSP_MAX_QUEUE_SIZE", "0"],
    ["OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", "-1"],
  ])("%s=%s is refused by its name, without the value", (name, value) => {
    const reading = () => read({ ...HERE, [name]: value });
    expect(reading).toThrow(EnvironmentError);
    expect(reading).toThrow(name);
    expect(reading).not.toThrow(/secret/);
  });
});
