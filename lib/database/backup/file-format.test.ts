import { expect, test } from "vitest";
import { decodeRecord, encodeRecord } from "./file-format";

const line = (bound: string): string =>
  JSON.stringify({ table: { name: "t", columns: ["a"], partitions: [{ name: "p", bound }] } });

test.each([
  "FOR VALUES FROM ('1', 497688) TO ('1', 498408)",
  "FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')",
  "FOR VALUES FROM (MINVALUE) TO ('2026-12-01 00:00:00+00')",
])("a table's partition with the bounds %s is written and read again", (bound) => {
  const record = { kind: "table", value: { name: "t", columns: ["a"], partitions: [{ name: "p", bound }] } } as const;
  const partitions = [...record.value.partitions];
  const written = encodeRecord({ kind: "table", value: { name: "t", columns: ["a"], partitions } });
  expect(decodeRecord(written.toString().trim())).toEqual(record);
});

test.each([
  "FOR VALUES FROM (1) TO (2); DROP TABLE calls",
  "FOR VALUES FROM (pg_read_file('x')) TO (2)",
  "DEFAULT PARTITION BY RANGE (a)",
  "",
])("bounds that could say more than bounds are damage: %s", (bound) => {
  expect(decodeRecord(line(bound))).toBeUndefined();
});
