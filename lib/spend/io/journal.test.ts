import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Logger } from "@/lib/log";
import { createLogObserver } from "@/lib/server/composition/log-observer";
import type { JournalCondition } from "@/lib/spend/book";
import { Journal, segmentOwner } from "./journal";
import { encodeLine, type JournalLine } from "../journal-line";
import { type DamagedLine, readJournal, type TornLine } from "./journal-reader";
import { JournalSegment } from "./journal-segment";

const events: string[] = [];
const note = (event: string): void => void events.push(event);
const log: Logger = { info: note, warn: note, error: note };
const onCondition = (condition: JournalCondition): void =>
  createLogObserver(log, Date.now).happened?.({ kind: "journal", ...condition });
let directory: string;

beforeEach(() => {
  events.length = 0;
  directory = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function open(segmentBytes?: number): Journal {
  return new Journal({ directory, startedAt: Date.parse("2026-11-21T07:55:00.123Z"), log, segmentBytes });
}
async function read(path: string): Promise<(JournalLine | TornLine | DamagedLine)[]> {
  const lines: (JournalLine | TornLine | DamagedLine)[] = [];
  let before = -1;
  for await (const { endsAt, ...line } of readJournal(path)) {
    expect(endsAt).toBeGreaterThan(before);
    before = endsAt;
    lines.push(line);
  }
  return lines;
}
/** Appends a line and writes it at once, as the end of the turn would; answers the segment that it stands in. */
function append(journal: Journal, line: string): JournalSegment {
  let outcome: unknown;
  journal.append({ line, written: (segment) => (outcome = segment), failed: (error) => (outcome = error) });
  journal.flush();
  if (outcome instanceof JournalSegment) return outcome;
  throw outcome;
}
const row = (number: number): string => JSON.stringify({ call_id: `call-${number}`, model: "größer als 🚀" });

describe("the journal", () => {
  test("the journal keeps what was appended, in order, in a file named after its process", async () => {
    const journal = open();
    const segment = append(journal, encodeLine("open", row(1)));
    expect(append(journal, encodeLine("end", row(1)))).toBe(segment);
    expect(await read(segment.path)).toEqual([
      { kind: "open", row: row(1) },
      { kind: "end", row: row(1) },
    ]);
    const [name = ""] = readdirSync(directory);
    expect(name).toMatch(/^20261121T075500123Z-/);
    expect(segmentOwner(name)?.pid).toBe(process.pid);
    journal.close();
  });

  test("the journal writes the lines of one turn of the event loop together at its end, and waiting lines when it is closed", async () => {
    const journal = open();
    const heard: string[] = [];
    const expectLine = (number: number) => ({
      line: encodeLine("open", row(number)),
      written: () => void heard.push(`call-${number}`),
      failed: () => void heard.push("failed"),
    });
    journal.append(expectLine(1));
    journal.append(expectLine(2));
    expect(heard).toEqual([]);
    await new Promise(setImmediate);
    expect(heard).toEqual(["call-1", "call-2"]);
    journal.append(expectLine(3));
    journal.close();
    expect(heard).toEqual(["call-1", "call-2", "call-3"]);
    const [name = ""] = readdirSync(directory);
    expect((await read(join(directory, name))).map((line) => line.kind)).toEqual(["open", "open", "open"]);
  });

  test("the journal begins a new segment by size, and removes a sealed one when nothing needs it", () => {
    const journal = open(50);
    const first = append(journal, encodeLine("open", row(1)));
    const second = append(journal, encodeLine("end", row(1)));
    expect(second.path).not.toBe(first.path);
    expect(readdirSync(directory)).toHaveLength(2);
    first.release();
    expect(readdirSync(directory)).toHaveLength(1);
    journal.close();
    expect(readdirSync(directory)).toHaveLength(1);
    second.release();
    expect(readdirSync(directory)).toHaveLength(0);
  });

  test("the journal leaves no empty file", () => {
    open().close();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("the journal says why it cannot be written, and continues when it can", () => {
    const blocked = join(directory, "journal");
    writeFileSync(blocked, "a file where the folder should be");
    const journal = new Journal({ directory: blocked, startedAt: 0, log, onCondition });
    expect(journal.fault).toContain("cannot be written");
    expect(() => append(journal, encodeLine("open", row(1)))).toThrow(/cannot be written/);
    journal.probe();
    expect(events).toEqual(["spend_journal_unwritable"]);
    rmSync(blocked);
    journal.probe();
    expect(journal.fault).toBeUndefined();
    append(journal, encodeLine("open", row(1)));
    journal.close();
  });

  test("the journal notices that its folder was removed, and creates it again", () => {
    const inner = join(directory, "journal");
    const journal = new Journal({ directory: inner, startedAt: 0, log, onCondition });
    append(journal, encodeLine("open", row(1)));
    rmSync(inner, { recursive: true });
    journal.probe();
    expect(journal.fault).toBeUndefined();
    const segment = append(journal, encodeLine("open", row(2)));
    expect(readFileSync(segment.path, "utf8")).toContain("call-2");
    journal.close();
  });

  test("the journal stays in the old segment when a new one cannot be created", () => {
    const inner = join(directory, "journal");
    const journal = new Journal({ directory: inner, startedAt: 0, log, segmentBytes: 50 });
    const first = append(journal, encodeLine("open", row(1)));
    renameSync(inner, join(directory, "elsewhere"));
    const second = append(journal, encodeLine("end", row(1)));
    expect(second).toBe(first);
    expect(journal.fault).toBeUndefined();
    expect(events).toContain("spend_journal_not_rotated");
    journal.close();
  });
});

describe("reading a segment", () => {
  test("reading a segment that is cut at any byte recovers every whole line and reports the torn one", async () => {
    const lines = [1, 2, 3].map((number) => encodeLine("end", row(number)));
    const whole = Buffer.from(lines.join(""));
    const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join("")) - 1);
    const path = join(directory, "cut.jsonl");
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const result = await read(path);
      const complete = ends.filter((end) => end <= length).length;
      const torn = length > (complete === 0 ? 0 : (ends[complete - 1] ?? 0) + 1);
      expect(result).toEqual([
        ...[1, 2, 3].slice(0, complete).map((number) => ({ kind: "end", row: row(number) })),
        ...(torn ? [{ kind: "torn", line: complete + 1 }] : []),
      ]);
    }
  });

  test("reading a damaged segment loses only the damaged lines, whatever the damage is", async () => {
    const path = join(directory, "damaged.jsonl");
    const [first, second, third] = [1, 2, 3].map((number) => encodeLine("end", row(number)));
    writeFileSync(
      path,
      Buffer.concat([
        Buffer.from(first!),
        Buffer.from([0, 255, 10]),
        Buffer.from(`${second!.slice(0, 40)}\n\n   \n`),
        Buffer.alloc(3 * 1024 * 1024, "x"),
        Buffer.from(`\n${second!}${third!.trimEnd()}`),
      ]),
    );
    const result = await read(path);
    expect(result.filter((line) => line.kind === "end")).toEqual(
      [1, 2, 3].map((number) => ({ kind: "end", row: row(number) })),
    );
    expect(result.filter((line) => line.kind === "damaged").length).toBeGreaterThanOrEqual(3);
  });
});

test("a segment never replaces a file that already exists", () => {
  const path = join(directory, "taken.jsonl");
  writeFileSync(path, "");
  expect(() => new JournalSegment(path)).toThrow(/EEXIST/);
});
