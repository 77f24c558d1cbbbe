import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checksums, digestsOf, provenance } from "./artefacts.mjs";

const BUILD = {
  version: "1.2.3",
  revision: "0123456789abcdef0123456789abcdef01234567",
  source: "https://git.example/model-gateway",
  builder: "https://ci.example/runs/7",
  startedOn: "2026-11-22T14:00:00Z",
  finishedOn: "2026-11-22T14:30:00Z",
  node: "26.10.0",
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "artefacts-"));
  writeFileSync(join(folder, "b.tar.gz"), "b");
  writeFileSync(join(folder, "a.json"), "a");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("sha256sum accepts the checksums of the artefacts, and refuses them once one is changed", () => {
  const check = () => spawnSync("sha256sum", ["--check", "--strict", "-"], { cwd: folder, input }).status;
  const input = checksums(digestsOf(folder));
  expect(check()).toBe(0);
  writeFileSync(join(folder, "a.json"), "another");
  expect(check()).toBe(1);
});

test("the provenance names every artefact by its digest, and the commit that they were made of", () => {
  const digests = digestsOf(folder);
  const statement = provenance(digests, BUILD);
  expect(statement).toMatchObject({ _type: "https://in-toto.io/Statement/v1" });
  expect(statement.subject).toEqual(digests.map(({ name, sha256 }) => ({ name, digest: { sha256 } })));
  expect(statement.predicate.buildDefinition.resolvedDependencies).toEqual([
    { uri: "git+https://git.example/model-gateway@refs/tags/v1.2.3", digest: { gitCommit: BUILD.revision } },
  ]);
});
