import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AWS_CONFIG_TEXT } from "../environment-variables";
import { readEnvironment } from "./environment";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-environment-"));
  mkdirSync(join(folder, ".aws"));
  writeFileSync(join(folder, ".aws", "config"), "[default]\nregion = eu-west-1\n");
  writeFileSync(join(folder, "other"), "[default]\nregion = us-east-1\n");
  writeFileSync(join(folder, "large"), "#".repeat(1024 * 1024 + 1));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[what: string, variables: () => Record<string, string>, region: string | undefined]>([
  ["that of the home folder", () => ({ HOME: folder }), "eu-west-1"],
  ["the named one", () => ({ HOME: folder, AWS_CONFIG_FILE: join(folder, "other") }), "us-east-1"],
  ["one that is not there", () => ({ HOME: folder, AWS_CONFIG_FILE: join(folder, "nothing") }), undefined],
  ["one that is too large", () => ({ AWS_CONFIG_FILE: join(folder, "large") }), undefined],
  ["none", () => ({}), undefined],
])("AWS's configuration file is read with the environment: %s", (_, variables, region) => {
  const text = readEnvironment(variables()).lookup(AWS_CONFIG_TEXT);
  expect(text?.split("= ")[1]?.trim()).toBe(region);
});
