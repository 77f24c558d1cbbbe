import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nextVersion, releasedChangelog, releaseOptions, whyNoRelease, withVersion } from "./release-texts.mjs";

const CHANGELOG =
  "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n";
const state = { version: "0.2.0", current: "0.1.0", changelog: CHANGELOG, changes: "", tags: ["v0.1.0"] };
const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

test.each([
  [{}, undefined],
  [{ version: "0.1.0", tags: [] }, undefined],
  [{ version: "0.10.0", current: "0.9.9" }, undefined],
  [{ version: "0.2.0", current: "0.2.0-dev" }, undefined],
  [{ version: "0.1.9", current: "0.2.0-dev" }, "0.1.9 is older than 0.2.0-dev in package.json"],
  [{ version: "" }, '"" is not a version such as 1.2.3'],
  [{ version: "v1.0.0" }, '"v1.0.0" is not a version such as 1.2.3'],
  [{ version: "0.0.9" }, "0.0.9 is older than 0.1.0 in package.json"],
  [{ version: "0.1.0" }, "there is a tag v0.1.0 already"],
  [{ changes: " M README.md" }, "there are changes that are not committed"],
  [{ changelog: "# Changelog\n" }, 'CHANGELOG.md has no heading "## [Unreleased]"'],
  [{ changelog: releasedChangelog(CHANGELOG, "0.1.1", "2026-11-22") }, "CHANGELOG.md has nothing under Unreleased"],
])("a release with %j is refused or not: %s", (changes, expected) => {
  expect(whyNoRelease({ ...state, ...changes })).toBe(expected);
});

test("a release moves what was unreleased under its version and date", () => {
  const released = releasedChangelog(CHANGELOG, "0.2.0", "2026-11-22");
  expect(released).toContain("## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n### Added\n\n- A thing.\n\n## [0.1.0]");
});

test.each(["package.json", "package-lock.json", "deploy/helm/model-gateway/Chart.yaml"])(
  "a release changes nothing in %s but the version, and has all of it to change",
  (path) => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    const text = read(path);
    const changed = withVersion(path, text, "99.98.97");
    expect(changed).not.toBe(text);
    expect(withVersion(path, changed, version)).toBe(text);
  },
);

test("after a release, main has the next version, unfinished", () => {
  expect(nextVersion("0.1.0")).toBe("0.2.0-dev");
  expect(nextVersion("1.9.3")).toBe("1.10.0-dev");
});

test.each([
  [["1.2.3"], { version: "1.2.3", isDry: false, skipsTests: false, skipsImage: false, hasTag: false }],
  [["1.2.3", "--dry-run"], { version: "1.2.3", isDry: true, skipsTests: false, skipsImage: false, hasTag: false }],
  [
    ["--skip-tests", "--dry-run", "1.2.3"],
    { version: "1.2.3", isDry: true, skipsTests: true, skipsImage: false, hasTag: false },
  ],
  [["1.2.3", "--no-image"], { version: "1.2.3", isDry: false, skipsTests: false, skipsImage: true, hasTag: false }],
  [
    ["1.2.3", "--artefacts-only"],
    { version: "1.2.3", isDry: false, skipsTests: false, skipsImage: false, hasTag: true },
  ],
  [["1.2.3", "--dryrun"], "--dryrun is not known: --dry-run, --skip-tests, --no-image, --artefacts-only"],
  [["1.2.3", "1.2.4"], "name one version"],
  [[], "name one version"],
])("the parameters %j are read as %j", (parameters, expected) => {
  expect(releaseOptions(parameters)).toEqual(expected);
});
