import { expect, test } from "vitest";
import { FORMAT } from "@/lib/database/backup/file-format";
import { bytesOf, progressLine } from "./progress-line";
import { restoreReport, type RestoreReport } from "./restore-report";

const REPORT: RestoreReport = {
  file: "f",
  checked: {
    header: {
      format: FORMAT,
      format_version: 1,
      version: "0.1.0",
      oldest_version: "0.1.0",
      created_at: "2026-11-20T10:00:00.000Z",
      installation: null,
      migrations: [],
    },
    tables: 3,
    rows: 1234,
    encryptionKey: undefined,
  },
  restored: { tables: 3, rows: 1234, migrated: [], facts: { keys: 2, blocked: 1, endedSessions: 4, sealed: [] } },
  key: "none in the file",
  unreadable: [],
  journalFiles: 0,
  now: Date.parse("2026-11-22T10:00:00.000Z"),
};

test("a restore says what came back, from when keys and blocks are, and what that means", () => {
  expect(restoreReport(REPORT)).toEqual([
    "Restored f: 3 tables, 1,234 rows.",
    "Keys and blocks are as they were at 2026-11-20T10:00:00.000Z, 2 days ago: 2 keys, and 1 block.",
    "Keys made since then no longer work. Keys deleted or blocked since then work again, so delete or block them now.",
    "All console sessions have ended (4).",
    "Calls booked since then are gone. Calls in the journal of a node are booked when that node starts.",
  ]);
});

const sealed = [
  { kind: "model", id: "m1", sealed: "" },
  { kind: "credential", id: "c1", sealed: "" },
] as const;
test.each<[string, Partial<RestoreReport>, number, RegExp | undefined]>([
  ["no entry has secrets", { unreadable: undefined }, 0, undefined],
  ["the key fits", { unreadable: [], key: "written" }, 1, /is now the key of this data folder/],
  [
    "the key is another one",
    { unreadable: sealed.slice(0, 1) },
    1,
    /1 model cannot be decrypted .*set GATEWAY_ENCRYPTION_KEY/,
  ],
  [
    "another key is configured",
    { unreadable: sealed.slice(1), key: "configured another" },
    2,
    /of 1 credential cannot be .* it is in the file\.$/,
  ],
  [
    "there is no key",
    { unreadable: undefined },
    2,
    /1 model and 1 credential are encrypted, and this folder has no key/,
  ],
])("a restore says what became of the encryption key if %s", (_, changes, models, expected) => {
  const { facts } = REPORT.restored;
  const restored = { ...REPORT.restored, facts: { ...facts, sealed: sealed.slice(0, models) } };
  const [line] = restoreReport({ ...REPORT, restored, ...changes }).slice(5);
  if (expected === undefined) expect(line).toBeUndefined();
  else expect(line).toMatch(expected);
});

test.each([
  [{ table: "calls", rows: 250_000, ofRows: 1_000_000, isDone: false }, "  calls: 250,000 of about 1,000,000 rows…"],
  [{ table: "calls", rows: 250_000, ofRows: 10, isDone: false }, "  calls: 250,000 rows…"],
  [{ table: "calls", rows: 1, isDone: true }, "  calls: 1 row"],
  [{ table: "calls", rows: 0, isDone: true }, undefined],
])("progress of a table is one line: %j", (progress, expected) => {
  expect(progressLine(progress)).toBe(expected);
});

test.each([
  [1, "1 byte"],
  [1023, "1,023 bytes"],
  [1536, "1.5 KiB"],
  [5 * 1024 ** 4, "5.0 TiB"],
])("%d bytes are shown as %s", (bytes, expected) => {
  expect(bytesOf(bytes)).toBe(expected);
});
