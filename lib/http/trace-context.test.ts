import { expect, test } from "vitest";
import { formatTraceparent, readTraceContext } from "./trace-context";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

/** After the cases of the W3C's own test suite (github.com/w3c/trace-context, test/test.py). */
test.each([
  ["version 00", `00-${TRACE}-${SPAN}-01`],
  ["unknown flags", `00-${TRACE}-${SPAN}-ff`],
  ["a later version without more fields", `cc-${TRACE}-${SPAN}-01`],
  ["a later version with more fields", `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`],
  ["a later version with an empty field", `cc-${TRACE}-${SPAN}-01-`],
])("a traceparent of %s is read, and passed on unchanged", (_what, traceparent) => {
  expect(readTraceContext({ traceparent })).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: true,
    headers: { traceparent, tracestate: undefined },
  });
});

test.each([
  ["the version ff", `ff-${TRACE}-${SPAN}-01`],
  ["more fields in version 00", `00-${TRACE}-${SPAN}-01-what`],
  ["a dash at the end in version 00", `00-${TRACE}-${SPAN}-01-`],
  ["a later version that runs on", `cc-${TRACE}-${SPAN}-01.what`],
  ["a version that is not a number", `.0-${TRACE}-${SPAN}-01`],
  ["a version too short", `0-${TRACE}-${SPAN}-01`],
  ["a version too long", `000-${TRACE}-${SPAN}-01`],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${SPAN}-01`],
  ["a trace id too short", `00-${TRACE.slice(1)}-${SPAN}-01`],
  ["a trace id too long", `00-${TRACE}0-${SPAN}-01`],
  ["a trace id in upper case", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ["a trace id with another character", `00-.${TRACE.slice(1)}-${SPAN}-01`],
  ["a span id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["a span id too short", `00-${TRACE}-${SPAN.slice(1)}-01`],
  ["a span id too long", `00-${TRACE}-${SPAN}0-01`],
  ["flags too short", `00-${TRACE}-${SPAN}-1`],
  ["flags too long", `00-${TRACE}-${SPAN}-001`],
  ["flags that are not a number", `00-${TRACE}-${SPAN}-.1`],
  ["two headers, which node:http joins", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ["spaces before it", ` 00-${TRACE}-${SPAN}-01`],
  ["a line break at the end", `00-${TRACE}-${SPAN}-01\n`],
  ["more than 512 characters", `01-${TRACE}-${SPAN}-01-${"x".repeat(1_000)}`],
  ["nothing", ""],
])("a traceparent with %s counts for nothing, and its tracestate neither", (_what, traceparent) => {
  expect(readTraceContext({ traceparent, tracestate: "a=1" })).toBeUndefined();
});

test("a tracestate without a traceparent, and a traceparent given as a list, count for nothing", () => {
  expect(readTraceContext({ tracestate: "a=1" })).toBeUndefined();
  expect(readTraceContext({ traceparent: [`00-${TRACE}-${SPAN}-01`] })).toBeUndefined();
});

test("a tracestate is kept as it came, also joined from several headers", () => {
  const tracestate = "congo=t61rcWkgMzE, rojo=00f067aa0ba902b7,,x@y=1";
  expect(readTraceContext({ traceparent: `00-${TRACE}-${SPAN}-00`, tracestate })?.headers.tracestate).toBe(tracestate);
});

test.each([
  ["traceparent", undefined],
  ["keep-alive, TraceState", { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: undefined }],
])("with Connection: %s, the header that it names is not passed on", (connection, headers) => {
  const sent = { connection, traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: "a=1" };
  expect(readTraceContext(sent)?.headers).toEqual(headers);
});

test.each([
  ["00", false],
  ["01", true],
  ["02", false],
  ["03", true],
  ["ff", true],
])("with the flags %s, a trace counts as recorded: %s", (flags, isSampled) => {
  expect(readTraceContext({ traceparent: `00-${TRACE}-${SPAN}-${flags}` })?.isSampled).toBe(isSampled);
});

test("what is written can be read again", () => {
  const place = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(readTraceContext({ traceparent: formatTraceparent(place) })).toMatchObject(place);
});
