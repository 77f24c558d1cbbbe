import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { parseConfig, type ParsedConfig } from "./parse";
import { restartFindings } from "./restart-changes";
import type { ConfigFile } from "@/lib/config/schema";

function parsed(yaml: string): ParsedConfig & { readonly file: ConfigFile } {
  const config = parseConfig(yaml, "c.yaml", { environment: readEnvironment({}), isKnownProvider: () => true });
  if (!config.file) throw new Error(JSON.stringify(config.findings));
  return { ...config, file: config.file };
}
const changed = (before: string, after: string): string[] =>
  restartFindings(parsed(before), parsed(after)).map(({ number, path }) => `${number} ${path}`);

const cases: [what: string, before: string, after: string, findings: string[]][] = [
  [
    "models, limits and keys of identity providers are in force at once",
    "",
    "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/k'}\ngeneral_settings: {num_retries: 0}\nmodel_list: [{model_name: a, gateway_params: {model: openai/a}}]",
    [],
  ],
  [
    "a changed port waits for a restart",
    "environment_variables: {PORT: '4001'}",
    "environment_variables: {PORT: '4002'}",
    ["C059 environment_variables.PORT"],
  ],
  [
    "a changed database waits for a restart",
    "",
    "environment_variables: {DATABASE_URL: 'postgres://db/x'}",
    ["C059 environment_variables.DATABASE_URL"],
  ],
  ["a changed custom_validate is loaded at once", "", "gateway_jwtauth: {custom_validate: a.b}", []],
];
test.each(cases)("%s", (_what, before, after, findings) => {
  expect(changed(before, after)).toEqual(findings);
  expect(changed(before, before)).toEqual([]);
});
