import { bytesAt, integerAt, messagesAt, readFields, type Fields } from "./protobuf";

type Value = string | number | boolean | readonly Value[];

/** A span as a collector gets it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: this span is a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: "SERVER" | "CLIENT" | "other";
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly isError: boolean;
  readonly resource: Readonly<Record<string, Value>>;
}

const KINDS: readonly ReceivedSpan["kind"][] = ["other", "other", "SERVER", "CLIENT"];

/** Reads an ExportTraceServiceRequest in protobuf (opentelemetry-proto, collector/trace/v1 and trace/v1). */
export function spansOfProtobuf(bytes: Buffer): ReceivedSpan[] {
  return messagesAt(readFields(bytes), 1).flatMap((resourceSpans) => {
    const resource = attributesAt(messagesAt(resourceSpans, 1)[0] ?? new Map(), 1);
    return messagesAt(resourceSpans, 2)
      .flatMap((scopeSpans) => messagesAt(scopeSpans, 2))
      .map((span) => ({
        traceId: bytesAt(span, 1).toString("hex"),
        spanId: bytesAt(span, 2).toString("hex"),
        traceState: bytesAt(span, 3).toString(),
        parentSpanId: bytesAt(span, 4).toString("hex"),
        name: bytesAt(span, 5).toString(),
        kind: KINDS[Number(integerAt(span, 6))] ?? "other",
        start: integerAt(span, 7),
        end: integerAt(span, 8),
        attributes: attributesAt(span, 9),
        isError: messagesAt(span, 15).some((status) => integerAt(status, 3) === 2n),
        resource,
      }));
  });
}

function attributesAt(message: Fields, number: number): Record<string, Value> {
  const pairs = messagesAt(message, number).map((pair): [string, Value] => [
    bytesAt(pair, 1).toString(),
    anyValue(messagesAt(pair, 2)[0] ?? new Map()),
  ]);
  return Object.fromEntries(pairs);
}

function anyValue(value: Fields): Value {
  if (value.has(2)) return integerAt(value, 2) === 1n;
  if (value.has(3)) return Number(BigInt.asIntN(64, integerAt(value, 3)));
  if (value.has(4)) return doubleOf(integerAt(value, 4));
  if (value.has(5)) return messagesAt(readFields(bytesAt(value, 5)), 1).map(anyValue);
  return bytesAt(value, 1).toString();
}

function doubleOf(bits: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes.readDoubleLE();
}

interface JsonValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly JsonValue[] };
}
interface JsonPair {
  readonly key: string;
  readonly value: JsonValue;
}
interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly JsonPair[];
  readonly status: { readonly code: number };
}
interface JsonRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly JsonPair[] };
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[];
  }[];
}

/** Reads the same in JSON. */
export function spansOfJson(text: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(text) as JsonRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? "",
        traceState: span.traceState ?? "",
        name: span.name,
        kind: KINDS[span.kind] ?? "other",
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
        attributes: pairsOf(span.attributes),
        isError: span.status.code === 2,
        resource: pairsOf(resource.attributes),
      })),
  );
}

function pairsOf(pairs: readonly JsonPair[]): Record<string, Value> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, jsonValue(value)]));
}

function jsonValue(value: JsonValue): Value {
  if (value.arrayValue) return value.arrayValue.values.map(jsonValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? "";
}
