import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { productVersion } from "./version";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "version-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const writeManifest = (version: string): void =>
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));

test("a released version is shown as it is", () => {
  writeManifest("1.2.3");
  writeFileSync(join(folder, "REVISION"), "0123456789abcdef");
  expect(productVersion(folder)).toBe("1.2.3");
});

test("an unreleased version names its commit, from the image's file or from Git", () => {
  writeManifest("1.3.0-dev");
  const git = (...parameters: string[]) =>
    spawnSync("git", ["-c", "user.name=n", "-c", "user.email=e@example.com", ...parameters], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "one");
  expect(productVersion(folder)).toBe(`1.3.0-dev+${git("rev-parse", "HEAD").stdout.slice(0, 8)}`);
});

test("an unreleased version of an image names the commit that it was built from", () => {
  writeManifest("1.3.0-dev");
  writeFileSync(join(folder, "REVISION"), "0123456789abcdef\n");
  expect(productVersion(folder)).toBe("1.3.0-dev+01234567");
});
