import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderError, DataFolderInUseError, openDataFolder } from "./data-folder";

const ORDINARY_USER = 65_534;
const isRoot = process.geteuid?.() === 0;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "model-gateway-folder-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("the data folder", () => {
  it("is created, with the folders above it, for nobody else to read", () => {
    const folder = openDataFolder(join(parent, "a", "b"));
    // As root, the group of the database's account may pass through it, and no more.
    expect((statSync(folder.directory).mode & 0o777).toString(8)).toBe(isRoot ? "710" : "700");
    expect((statSync(join(folder.directory, "gateway.lock")).mode & 0o777).toString(8)).toBe("600");
    folder.release();
  });

  it("keeps the mode of a folder that was there before", () => {
    chmodSync(parent, 0o750);
    openDataFolder(parent).release();
    expect((statSync(parent).mode & 0o777).toString(8)).toBe("750");
  });

  it("is refused to a second opener, by a line that names the folder and the first one's process", () => {
    const folder = openDataFolder(parent);
    expect(() => openDataFolder(parent)).toThrow(new DataFolderInUseError(parent, process.pid));
    folder.release();
    openDataFolder(parent).release();
  });

  it("has no lock in the hands of children", () => {
    const folder = openDataFolder(parent);
    const child = spawnSync("/bin/sh", ["-c", "ls -l /proc/self/fd"], { encoding: "utf8" });
    expect(child.stdout).not.toContain("gateway.lock");
    folder.release();
  });

  it("stays locked when the opener forgets it", () => {
    openDataFolder(parent);
    globalThis.gc?.();
    expect(() => openDataFolder(parent)).toThrow(DataFolderInUseError);
  });

  it("names the holder only once the holder is known", () => {
    const folder = openDataFolder(parent);
    writeFileSync(join(parent, "gateway.lock"), "");
    expect(() => openDataFolder(parent)).toThrow("is in use by another process: stop it");
    folder.release();
  });

  it("replaces a torn process id of a holder that is gone", () => {
    writeFileSync(join(parent, "gateway.lock"), "123456789012345678901234567890");
    openDataFolder(parent).release();
    expect(readFileSync(join(parent, "gateway.lock"), "utf8")).toBe(`${process.pid}\n`);
  });

  it.each([
    ["is a file", () => join(parent, "file"), "a file stands in its place"],
    ["lies below a file", () => join(parent, "file", "data"), "a file stands in its place"],
    ["lies far below a file", () => join(parent, "file", "a", "b"), "a part of the path is not a folder"],
  ])("that %s is refused with one line", (_, path, reason) => {
    writeFileSync(join(parent, "file"), "");
    const open = (): unknown => openDataFolder(path());
    expect(open).toThrow(DataFolderError);
    expect(open).toThrow(reason);
    expect(open).toThrow(/^The data folder .+ GATEWAY_DATA_DIR.+$/);
  });

  it.each([
    ["be created", () => join(parent, "data"), "cannot be created (this user has no permission)"],
    ["be written", () => parent, "cannot be written (this user has no permission)"],
  ])("that may not %s is refused with one line", (_, path, reason) => {
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
