import { expect, test } from "vitest";
import type { BookedCall } from "@/lib/store/cursors/booked-calls";
import { objectFiles } from "./object-files";
import { sinkBatch } from "./sink-batch";

const EPOCH = "20261122200758";
const call = (booking: number, at: string): BookedCall => ({
  booking: BigInt(booking),
  bookedAt: new Date(at),
  line: `line ${booking} ${at}`,
});
const keys = (prefix: string, calls: readonly BookedCall[], arrived = 0n): string[] =>
  objectFiles(prefix, sinkBatch(EPOCH, calls, arrived)).map(({ key, lines }) => `${key} ${lines.length}`);

const cases: [what: string, calls: BookedCall[], files: string[]][] = [
  [
    "a batch of one hour is one file, named after its epoch and its first and last booking",
    [call(41, "2026-11-22T10:00:00Z"), call(43, "2026-11-22T10:59:59.999Z")],
    [`p/date=2026-11-22/hour=10/${EPOCH}-0000000000000041-0000000000000043.jsonl.gz 2`],
  ],
  [
    "a batch over a full hour is cut there",
    [call(1, "2026-11-22T23:59:59.999Z"), call(2, "2026-11-23T00:00:00Z")],
    [
      `p/date=2026-11-22/hour=23/${EPOCH}-0000000000000001-0000000000000001.jsonl.gz 1`,
      `p/date=2026-11-23/hour=00/${EPOCH}-0000000000000002-0000000000000002.jsonl.gz 1`,
    ],
  ],
  [
    "calls that take turns around a full hour make one file for each hour",
    [call(1, "2026-11-22T10:59:59Z"), call(2, "2026-11-22T11:00:00Z"), call(3, "2026-11-22T10:59:59Z")],
    [
      `p/date=2026-11-22/hour=10/${EPOCH}-0000000000000001-0000000000000003.jsonl.gz 2`,
      `p/date=2026-11-22/hour=11/${EPOCH}-0000000000000002-0000000000000002.jsonl.gz 1`,
    ],
  ],
];
test.each(cases)("%s", (_what, calls, files) => {
  expect(keys("p", calls)).toEqual(files);
});

test("calls from before the order of booking are counted, in an epoch before all others", () => {
  const old = [call(0, "2020-01-01T00:30:00Z"), call(0, "2020-01-01T00:40:00Z")];
  expect(keys("p", old, 100n)).toEqual([
    "p/date=2020-01-01/hour=00/00000000000000-0000000000000101-0000000000000102.jsonl.gz 2",
  ]);
});

test.each([
  ["", "date=2026-11-22/hour=10/"],
  ["/", "date=2026-11-22/hour=10/"],
  ["/a/b/", "a/b/date=2026-11-22/hour=10/"],
])("the prefix %j gives names without empty parts", (prefix, beginning) => {
  expect(keys(prefix, [call(1, "2026-11-22T10:00:00Z")])[0]?.startsWith(beginning)).toBe(true);
});

test("names sort in the order of booking", () => {
  const numbers = [1, 9, 10, 99, 12_345, 9_007_199_254_740_991];
  const names = numbers.map((number) => keys("p", [call(number, "2026-11-22T10:00:00Z")])[0]);
  expect([...names].sort()).toEqual(names);
});
