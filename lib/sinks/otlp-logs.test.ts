import { expect, test } from "vitest";
import { logRecord, logsRequest } from "./otlp-logs";

const record = (fields: object): Record<string, unknown> =>
  JSON.parse(
    logRecord({
      booking: 1n,
      number: 1n,
      bookedAt: new Date("2026-11-21T12:00:01.500Z"),
      line: JSON.stringify({ started_at: "2026-11-21T12:00:00.000Z", duration_ms: 250, ...fields }),
    }),
  ) as Record<string, unknown>;

test("a call becomes a record with the time of its end, and an attribute for each column that has a value", () => {
  const fields = { spend: 2, status: "success", tags: ["a"], team_id: null, tried: [{ provider: "p" }] };
  expect(record(fields)).toEqual({
    timeUnixNano: "1795262400250000000",
    observedTimeUnixNano: "1795262401500000000",
    severityNumber: 9,
    severityText: "INFO",
    eventName: "gateway.call",
    body: { stringValue: "gateway.call" },
    attributes: [
      { key: "started_at", value: { stringValue: "2026-11-21T12:00:00.000Z" } },
      { key: "duration_ms", value: { intValue: "250" } },
      { key: "spend", value: { doubleValue: 2 } },
      { key: "status", value: { stringValue: "success" } },
      { key: "tags", value: { arrayValue: { values: [{ stringValue: "a" }] } } },
      {
        key: "tried",
        value: {
          arrayValue: { values: [{ kvlistValue: { values: [{ key: "provider", value: { stringValue: "p" } }] } }] },
        },
      },
    ],
  });
});

test.each(["error", "interrupted"])("a call with the status %s is an error", (status) => {
  expect(record({ status })).toMatchObject({ severityNumber: 17, severityText: "ERROR" });
});

test("a request is JSON that names the service and holds the records", () => {
  expect(JSON.parse(logsRequest(['{"a":1}', '{"b":2}'], "1.2.3"))).toMatchObject({
    resourceLogs: [
      {
        resource: {
          attributes: [{ key: "service.name" }, { key: "service.version", value: { stringValue: "1.2.3" } }],
        },
        scopeLogs: [{ logRecords: [{ a: 1 }, { b: 2 }] }],
      },
    ],
  });
});
