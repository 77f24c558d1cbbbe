import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOperation } from "@/lib/api/table";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { readEnvironment } from "@/lib/config/io/environment";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { lintConfig } from "@/lib/settings/io/lint-cli";

let folder: string;
let example: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-policy-"));
  const document = await readFile(new URL("../../docs/guides/policy-tests.md", import.meta.url), "utf8");
  example = /```yaml[^\n]*\n([\s\S]*?)```/.exec(document)?.[1] ?? "";
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function lint(yaml: string): Promise<string[]> {
  const path = join(folder, "config.yaml");
  await writeFile(path, yaml);
  const { exitCode, output } = await lintConfig([path], {
    environment: readEnvironment({}),
    isKnownProvider,
    isPriced: hasPrice,
    routes: KNOWN_ROUTES,
    find: findOperation,
  });
  return [...output.replaceAll(path, "config.yaml").trimEnd().split("\n"), `exit ${exitCode}`];
}

test("the example of docs/guides/policy-tests.md has no findings, and its policy tests pass", async () => {
  expect(await lint(example)).toEqual(["config.yaml: no findings, 4 of 4 policy tests passed", "exit 0"]);
});

test("a policy test of the file that fails is an error with its line, what was found, and why", async () => {
  const [first, ...rest] = await lint(example.replace("models: [gpt-4o, gpt-4o-mini]", "models: [gpt-4o-mini]"));
  expect(first).toBe(
    '1. config.yaml:15:9: error C140 general_settings.gateway_jwtauth.policy_tests.0: "scientists may use gpt-4o through the team of their project" expected allow by the rule role for the team "genome", found role_model_not_allowed by the rule model: The model "gpt-4o" is not among the models of the role "scientist" ("gpt-4o-mini").',
  );
  expect(rest).toEqual([
    "docs/reference/findings.md explains each number.",
    "config.yaml: 1 error, 0 warnings, 3 of 4 policy tests passed",
    "exit 1",
  ]);
});
