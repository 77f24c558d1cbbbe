import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataFolderError, DataFolderInUseError, openDataFolder } from "./data-folder";

const ORDINARY_USER = 65_534;
const isRoot = process.geteuid?.() === 0;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "model-gateway-folder-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("the data folder", () => {
  test("the data folder is created with the folders above it, and nobody else may read it", () => {
    const folder = openDataFolder(join(parent, "a", "b"));
    // As root, the group of the database's account may pass through it, and no more.
    expect((statSync(folder.directory).mode & 0o777).toString(8)).toBe(isRoot ? "710" : "700");
    expect((statSync(join(folder.directory, "gateway.lock")).mode & 0o777).toString(8)).toBe("600");
    folder.release();
  });

  test("a data folder that already exists keeps its mode", () => {
    chmodSync(parent, 0o750);
    openDataFolder(parent).release();
    expect((statSync(parent).mode & 0o777).toString(8)).toBe("750");
  });

  test("a second process is refused the data folder by a line that names the folder and the first process", () => {
    const folder = openDataFolder(parent);
    expect(() => openDataFolder(parent)).toThrow(new DataFolderInUseError(parent, process.pid));
    folder.release();
    openDataFolder(parent).release();
  });

  test("children do not inherit the lock of the data folder", () => {
    const folder = openDataFolder(parent);
    const child = spawnSync("/bin/sh", ["-c", "ls -l /proc/self/fd"], { encoding: "utf8" });
    expect(child.stdout).not.toContain("gateway.lock");
    folder.release();
  });

  test("the data folder stays locked when the opener drops its handle", () => {
    openDataFolder(parent);
    globalThis.gc?.();
    expect(() => openDataFolder(parent)).toThrow(DataFolderInUseError);
  });

  test("the refusal of a locked data folder names no process while the lock file is empty", () => {
    const folder = openDataFolder(parent);
    writeFileSync(join(parent, "gateway.lock"), "");
    expect(() => openDataFolder(parent)).toThrow("is in use by another process: stop it");
    folder.release();
  });

  test("a torn process id in the lock file of a process that is gone is replaced", () => {
    writeFileSync(join(parent, "gateway.lock"), "123456789012345678901234567890");
    openDataFolder(parent).release();
    expect(readFileSync(join(parent, "gateway.lock"), "utf8")).toBe(`${process.pid}\n`);
  });

  test.each([
    ["is a file", () => join(parent, "file"), "a file stands in its place"],
    ["lies below a file", () => join(parent, "file", "data"), "a file stands in its place"],
    [
      "lies far below a file",
      () => join(parent, "file", "a", "b"),
      "(a part of the path is not a folder): correct the path, or",
    ],
  ])("a data folder that %s is refused with one line", (_, path, reason) => {
    writeFileSync(join(parent, "file"), "");
    const open = (): unknown => openDataFolder(path());
    expect(open).toThrow(DataFolderError);
    expect(open).toThrow(reason);
    expect(open).toThrow(/^The data folder .+ GATEWAY_DATA_DIR.+$/);
  });

  test.each([
    ["be created", () => join(parent, "data"), "cannot be created (this user has no permission)"],
    ["be written", () => parent, "cannot be written (this user has no permission)"],
  ])("a data folder that may not %s is refused with one line", (_, path, reason) => {
    chmodSync(parent, 0o555);
    if (isRoot) process.seteuid?.(ORDINARY_USER);
    try {
      expect(() => openDataFolder(path())).toThrow(
        `The data folder ${path()} ${reason}: give this user write permission`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
