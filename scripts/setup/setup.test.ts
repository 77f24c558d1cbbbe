import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  readFileSync,
  mkdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLock } from "./lock.mjs";
import { runQuietly } from "./run.mjs";
import { isStamped, listFiles, takeStamp, writeStamp } from "./stamp.mjs";
import { countPlaywright, countVitest, failedFiles, failedSpecs, failuresIn, withSecondRun } from "./test-counts.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "set up "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a stamp", () => {
  const files = () => listFiles(folder, ["a.ts", "sources", "absent"]);
  const fresh = () => isStamped(folder, "out/stamp.json", files());
  beforeEach(() => {
    mkdirSync(join(folder, "sources"));
    writeFileSync(join(folder, "a.ts"), "a");
    writeFileSync(join(folder, "sources/b.ts"), "b");
    writeStamp(folder, "out/stamp.json", takeStamp(folder, files()));
  });

  test("a stamp stays valid while nothing changes, and when files are only touched", () => {
    expect(fresh()).toBe(true);
    utimesSync(join(folder, "a.ts"), 1, 1);
    expect(fresh()).toBe(true);
    const renewed = readFileSync(join(folder, "out/stamp.json"), "utf8");
    expect(fresh()).toBe(true);
    expect(readFileSync(join(folder, "out/stamp.json"), "utf8")).toBe(renewed);
  });

  test.each<[string, (folder: string) => void]>([
    ["changed", (root) => writeFileSync(join(root, "a.ts"), "A")],
    ["added", (root) => writeFileSync(join(root, "sources/c.ts"), "")],
    ["removed", (root) => rmSync(join(root, "sources/b.ts"))],
    ["renamed", (root) => (rmSync(join(root, "sources/b.ts")), writeFileSync(join(root, "sources/d.ts"), "b"))],
  ])("a stamp is stale when a file is %s", (_what, change) => {
    change(folder);
    expect(fresh()).toBe(false);
  });

  test("links count as what they lead to, and one that leads nowhere as nothing", () => {
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/e.ts"), "e");
    symlinkSync(join(folder, "elsewhere"), join(folder, "sources/folder"));
    symlinkSync(join(folder, "a.ts"), join(folder, "sources/file.ts"));
    symlinkSync(join(folder, "absent"), join(folder, "sources/nowhere.ts"));
    expect(files()).toEqual(["a.ts", "sources/b.ts", "sources/file.ts", "sources/folder/e.ts"]);
  });

  test("a stamp is stale when it is broken or missing", () => {
    writeFileSync(join(folder, "out/stamp.json"), "{");
    expect(fresh()).toBe(false);
    rmSync(join(folder, "out/stamp.json"));
    expect(fresh()).toBe(false);
  });
});

describe("the lock", () => {
  test("the lock lets two processes do the work one after the other", async () => {
    const script = `
      import { appendFileSync } from "node:fs";
      import { withLock } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "lock.mjs")).href)};
      const log = ${JSON.stringify(join(folder, "log"))};
      await withLock(${JSON.stringify(join(folder, "lock"))}, async () => {
        appendFileSync(log, "in ");
        await new Promise((resolve) => setTimeout(resolve, 150));
        appendFileSync(log, "out ");
      }, () => {});`;
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" }),
    );
    expect(
      (await Promise.all(children.map((child) => once(child, "close")))).map(([code]: (number | null)[]) => code),
    ).toEqual([0, 0, 0]);
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("in out in out in out ");
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });

  test("the lock is taken over from a process that is gone", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "close");
    writeFileSync(join(folder, "lock"), String(child.pid));
    expect(
      await withLock(
        join(folder, "lock"),
        () => Promise.resolve("done"),
        () => {},
      ),
    ).toBe("done");
  });

  test("the lock is released when the work fails", async () => {
    await expect(
      withLock(
        join(folder, "lock"),
        () => Promise.reject(new Error("no")),
        () => {},
      ),
    ).rejects.toThrow("no");
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });
});

test("a command that fails says what it was for, shows what it printed, and names itself", async () => {
  const command = [process.execPath, "-e", "console.log('half done'); console.error('out of luck'); process.exit(3)"];
  await expect(runQuietly("Building", command, { cwd: folder })).rejects.toThrow(
    /half done[^]*out of luck[^]*Building failed \(exit code 3\)/,
  );
});

describe("counting", () => {
  const file = (name: string, status: string, ...tests: string[]) => ({
    name,
    status,
    assertionResults: tests.map((result, index) => ({ fullName: `test ${index + 1}`, status: result })),
  });
  const first = {
    testResults: [
      file("/a.ts", "passed", "passed", "passed", "skipped"),
      file("/b.ts", "failed", "passed", "failed", "todo"),
      file("/unloaded.ts", "failed"),
      file("/unprepared.ts", "failed", "skipped", "skipped"),
    ],
  };

  test("a Vitest file that could not be loaded or prepared counts as a failure, and so does a missing report", () => {
    expect(countVitest(first)).toEqual({ passed: 3, failed: 3, skipped: 4 });
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test("what a second run of the failed files shows replaces what they showed first", () => {
    const files = failedFiles(first);
    expect(files).toEqual(["/b.ts", "/unloaded.ts", "/unprepared.ts"]);
    expect(failuresIn(first, files)).toEqual(["/b.ts: test 2", "/unloaded.ts", "/unprepared.ts"]);
    const second = {
      testResults: [
        file("/b.ts", "passed", "passed", "passed", "todo"),
        file("/unloaded.ts", "failed"),
        file("/unprepared.ts", "passed", "passed", "passed"),
      ],
    };
    expect(countVitest(withSecondRun(first, second))).toEqual({ passed: 6, failed: 1, skipped: 2 });
  });

  test("many files fail for one reason, so they are not run again, and neither is a run without a report", () => {
    const many = Array.from({ length: 5 }, (_, index) => file(`/${index}.ts`, "failed", "failed"));
    expect(failedFiles({ testResults: many })).toEqual([]);
    expect(failedFiles(undefined)).toEqual([]);
  });

  test("a browser test that passed at the second attempt counts as failed", () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 }, errors: [{}], suites: [] };
    expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 1 });
    const spec = (title: string, ok: boolean) => ({ title, ok });
    const suites = [{ file: "a.spec.ts", specs: [spec("one", true), spec("two", false)], suites: [] }];
    const first = { stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 }, errors: [], suites };
    expect(failedSpecs(first)).toEqual(["a.spec.ts: two"]);
    expect(failedSpecs({ ...first, errors: [{}] })).toEqual([]);
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
