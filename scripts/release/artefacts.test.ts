import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { bundledPackages } from "@/scripts/image/bundled-packages.mjs";
import { root } from "@/scripts/setup/setup.mjs";
import { checksums, digestsOf, provenance, sbomOf, sign, SIGNED_FOR } from "./artefacts.mjs";

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

test("ssh-keygen accepts the signature of the checksums, and refuses it for other ones and another key", () => {
  const path = (name: string): string => join(folder, name);
  for (const name of ["key", "other"])
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path(name)]);
  writeFileSync(path("SHA256SUMS"), checksums(digestsOf(folder)));
  sign(path("SHA256SUMS"), path("key"));
  const check = (key: string): number | null => {
    writeFileSync(path("signers"), `release ${readFileSync(path(`${key}.pub`), "utf8")}`);
    const signature = ["-n", SIGNED_FOR, "-s", path("SHA256SUMS.sig"), "-f", path("signers"), "-I", "release"];
    const input = readFileSync(path("SHA256SUMS"));
    return spawnSync("ssh-keygen", ["-Y", "verify", ...signature], { input }).status;
  };
  expect([check("key"), check("other")]).toEqual([0, 255]);
  writeFileSync(path("SHA256SUMS"), checksums(digestsOf(folder)));
  expect(check("key")).toBe(255);
  expect(() => sign(path("SHA256SUMS"), path("missing"))).toThrow(/cannot be signed/);
});

const component = z.object({
  type: z.enum(["library", "application"]),
  name: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  purl: z.string().startsWith("pkg:npm/"),
  licenses: z.array(z.looseObject({})).optional(),
});
const bill = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string().regex(/^1\.\d$/),
  serialNumber: z.string().startsWith("urn:uuid:"),
  metadata: z.object({ component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

test("the bill of materials is CycloneDX, and has every bundled package with its version, licence and address", () => {
  const { metadata, components } = bill.parse(JSON.parse(sbomOf(root)));
  expect(metadata.component).toMatchObject({ type: "application", name: "model-gateway" });
  const listed = new Map(components.map((one) => [one.purl, one]));
  const folders = bundledPackages(root).filter((one) => existsSync(join(root, one, "package.json")));
  const lacking = folders.filter((one) => {
    const manifest = JSON.parse(readFileSync(join(root, one, "package.json"), "utf8"));
    const found = listed.get(`pkg:npm/${manifest.name.replace("@", "%40")}@${manifest.version}`);
    return found === undefined || (found.licenses ?? []).length === 0;
  });
  expect(folders.length).toBeGreaterThan(50);
  expect(lacking).toEqual([]);
  for (const tool of ["vitest", "oxlint"]) expect(components.map(({ name }) => name)).not.toContain(tool);
});
