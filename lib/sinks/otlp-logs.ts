import type { NumberedCall } from "./sink-batch";

/** A value in OTLP's JSON form, where 64-bit integers are strings. */
type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }
  | { readonly kvlistValue: { readonly values: readonly OtlpAttribute[] } };
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

const FAILED: ReadonlySet<unknown> = new Set(["error", "interrupted"]);

/**
 * A call as an OTLP log record in JSON: the event `gateway.call`, with an attribute for each column of its line that
 * has a value. Its time is the end of the call.
 */
export function logRecord({ line, bookedAt }: NumberedCall): string {
  const call: Record<string, unknown> = JSON.parse(line);
  const { started_at: startedAt, duration_ms: duration, status } = call;
  const endedAt = Date.parse(String(startedAt)) + (typeof duration === "number" ? duration : 0);
  const hasFailed = FAILED.has(status);
  return JSON.stringify({
    timeUnixNano: nanoseconds(endedAt),
    observedTimeUnixNano: nanoseconds(bookedAt.getTime()),
    severityNumber: hasFailed ? 17 : 9,
    severityText: hasFailed ? "ERROR" : "INFO",
    eventName: "gateway.call",
    body: { stringValue: "gateway.call" },
    attributes: attributesOf(call),
  });
}

/** An OTLP/HTTP request with these records. */
export function logsRequest(records: readonly string[], version: string): string {
  const attribute = (key: string, stringValue: string): OtlpAttribute => ({ key, value: { stringValue } });
  const resource = { attributes: [attribute("service.name", "model-gateway"), attribute("service.version", version)] };
  const scope = { name: "model-gateway.sinks", version };
  return `{"resourceLogs":[{"resource":${JSON.stringify(resource)},"scopeLogs":[{"scope":${JSON.stringify(scope)},"logRecords":[${records.join(",")}]}]}]}`;
}

function attributesOf(object: object): OtlpAttribute[] {
  return Object.entries(object).flatMap(([key, value]): OtlpAttribute[] =>
    // An attribute must always have the same type, but a call may cost a whole number of dollars and the next one may
    // not.
    value === null ? [] : [{ key, value: key === "spend" ? { doubleValue: Number(value) } : otlpValue(value) }],
  );
}

function otlpValue(value: unknown): OtlpValue {
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } };
  if (typeof value === "object" && value !== null) return { kvlistValue: { values: attributesOf(value) } };
  return { stringValue: String(value) };
}

function nanoseconds(milliseconds: number): string {
  return `${milliseconds}000000`;
}
