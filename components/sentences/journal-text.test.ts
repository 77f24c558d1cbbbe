import { expect, test } from "vitest";
import { journalTrouble } from "./journal-text";

const cannot = (error: string) => `the spend journal in /var/lib/gateway/journal cannot be written: ${error}`;

test.each([
  [cannot("ENOSPC: no space left on device, write"), "disk full", /room on the disk of \/var\/lib\/gateway\/journal\./],
  [cannot("EDQUOT: disk quota exceeded, write"), "disk full", /room on the disk/],
  [cannot("EACCES: permission denied, open 'x'"), "not writable", /write to \/var\/lib\/gateway\/journal\./],
  [cannot("EROFS: read-only file system, open 'x'"), "not writable", /write to/],
  [cannot("EIO: i/o error, write"), "not writable", /journal exists and its disk works\./],
  ["the journal is closed", "not writable", /the data folder exists/],
  [
    "the spend journal holds 900 bytes that the database has not taken; journal_max_bytes is 800",
    "too large",
    /raise journal_max_bytes/,
  ],
])("the trouble %s is told as %s, with what to do", (fault, short, remedy) => {
  const told = journalTrouble(fault);
  expect(told.short).toBe(short);
  expect(told.remedy).toMatch(remedy);
  // The error stands beside these words, which do not repeat it.
  expect(told.what + told.remedy).not.toMatch(/\bE[A-Z]{2,}\b/);
});
