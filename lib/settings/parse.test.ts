import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { QUESTIONABLE_ACCESS } from "./access-checks.cases";
import { QUESTIONABLE_RIGHTS } from "./rights-checks.cases";
import { QUESTIONABLE_FILES } from "./checks.cases";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding, FINDINGS, type Finding } from "@/lib/config/finding";
import { UNREADABLE_FILES } from "./parse.cases";
import { parseConfig, type ConfigContext } from "./parse";

const context: ConfigContext = {
  environment: readEnvironment({ EMPTY: "", OPENAI_API_KEY: "sk-real" }),
  isKnownProvider: (name) => name === "openai",
  routes: [
    { path: "/config/get", family: "management_routes", access: "administrators" },
    { path: "/config/revisions", family: "management_routes", access: "administrators" },
    { path: "/team/info", family: "management_routes", access: "owners" },
    { path: "/key/generate", family: "management_routes", access: "owners" },
    { path: "/chat/completions", family: "openai_routes", access: "anyone" },
  ],
};
const parse = (yaml: string, environment: Record<string, string> = {}) =>
  parseConfig(yaml, "config.yaml", {
    ...context,
    environment: readEnvironment({ OPENAI_API_KEY: "sk-real", ...environment }),
  });
const brief = (finding: Finding): string =>
  `${finding.line}:${finding.column} ${finding.number} ${finding.path}: ${finding.message}`;

test.each([...UNREADABLE_FILES, ...QUESTIONABLE_FILES, ...QUESTIONABLE_ACCESS, ...QUESTIONABLE_RIGHTS])(
  "a faulty file gives its findings: $name",
  ({ yaml, findings }) => {
    const parsed = parseConfig(yaml, "config.yaml", context);
    expect(parsed.findings.map(brief)).toEqual(findings);
    expect(parsed.findings.every((finding) => finding.file === "config.yaml")).toBe(true);
    const anyError = parsed.findings.some((finding) => FINDINGS[finding.number][0] === "error");
    expect(parsed.file === undefined).toBe(anyError);
  },
);

test("the build of the parser that the gateway is bundled with reads each file as the one of these tests does", async () => {
  const path = join(process.cwd(), "node_modules/yaml/browser/index.js");
  const bundled = (await import(pathToFileURL(path).href)) as typeof yaml;
  const readBy = ({ parseDocument }: typeof yaml, text: string): unknown => {
    const read = parseDocument(text, {
      prettyErrors: false,
      uniqueKeys: false,
      resolveKnownTags: false,
      logLevel: "error",
    });
    return [read.contents, [...read.errors, ...read.warnings].map(({ code, pos }) => [code, pos])];
  };
  for (const { yaml: text } of [...UNREADABLE_FILES, ...QUESTIONABLE_FILES])
    expect(JSON.stringify(readBy(bundled, text))).toBe(JSON.stringify(readBy(yaml, text)));
});

test("a finding says on one line where it is, what is wrong and what would be right", () => {
  const [finding] = parse("general_settings:\n  enable_jwt_auht: true\n").findings;
  expect(finding && formatFinding(finding)).toBe(
    'config.yaml:2:3: error C010 general_settings.enable_jwt_auht: "enable_jwt_auht" is not known in general_settings; did you mean "enable_jwt_auth"? (fix: rename it to enable_jwt_auth)',
  );
});

test.each([
  ["empty", ""],
  ["only comments", "# nothing yet\n"],
  [
    "sections whose lines are all commented out",
    "general_settings:\n  gateway_jwtauth:\nmodel_list:\nenvironment_variables:\n",
  ],
  ["an explicit null document", "---\n~\n"],
])("a file without faults gives no findings: %s", (_, yaml) => {
  const { file, findings } = parse(yaml);
  expect(findings).toEqual([]);
  expect(file?.model_list).toEqual([]);
});

test("values are taken from variables, the file's own included, and the real environment wins", () => {
  const yaml = [
    "environment_variables:",
    "  BASE: https://file.example",
    "  OPENAI_API_KEY: sk-file",
    "  HIDDEN: os.environ/ELSEWHERE",
    "general_settings: {master_key: os.environ/HIDDEN}",
    "model_list:",
    "  - {model_name: a, gateway_params: {model: openai/a, api_key: os.environ/OPENAI_API_KEY, api_base: os.environ/BASE}}",
  ].join("\n");
  const { file, findings } = parse(yaml, { ELSEWHERE: "sk-elsewhere-in-secrets" });
  expect(findings).toEqual([]);
  expect(file?.general_settings?.master_key?.reveal()).toBe("sk-elsewhere-in-secrets");
  expect(file?.model_list[0]?.gateway_params.api_base).toBe("https://file.example");
  expect(file?.model_list[0]?.gateway_params.api_key?.reveal()).toBe("sk-real");
});

test("the claim of the roles may be named for one issuer alone", () => {
  const mapped =
    "gateway_jwtauth:\n  enforce_rbac: true\n  role_mappings: [{role: dev, internal_role: team}]\n  issuers: [{issuer: https://login.example, jwks_url: https://login.example/keys";
  const numbers = (yaml: string) => parse(yaml).findings.map(({ number }) => number);
  expect(numbers(`${mapped}}]\n`)).toContain("C035");
  expect(numbers(`${mapped}, roles_jwt_field: groups}]\n`)).not.toContain("C035");
});

test("environment_variables are added to the environment, which wins unless it is empty", () => {
  const yaml = "environment_variables: {JWT_AUDIENCE: file, JWT_ISSUER: file, OIDC_CLIENT_ID: console}\n";
  const { environment } = parse(yaml, {
    JWT_AUDIENCE: "real",
    JWT_ISSUER: " ",
    OIDC_ISSUER: "https://login.example",
  });
  expect(environment.jwtAudience).toBe("real");
  expect(environment.jwtIssuer).toBe("file");
  expect(environment.oidc?.clientId).toBe("console");
});

test("anchors, aliases and merge keys are followed, and findings point to where the value is", () => {
  const yaml = [
    "model_list:",
    "  - &first",
    "    model_name: a",
    "    gateway_params: &params {model: openai/a, api_version: 1}",
    "  - <<: *first",
    "    model_name: b",
    "    gateway_params: {<<: *params, api_version: '2'}",
  ].join("\n");
  const parsed = parse(yaml);
  expect(parsed.findings.map(brief)).toEqual([
    "4:60 C012 model_list.0.gateway_params.api_version: expected text, got a number",
  ]);
  expect(
    parse(yaml.replace("1}", "'1'}")).file?.model_list.map((entry) => [
      entry.model_name,
      entry.gateway_params.api_version,
    ]),
  ).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
});

test("the parsed file knows which editable settings it gives", () => {
  const { given } = parse("general_settings:\n  role_permissions: []\n  gateway_jwtauth: {enforce_rbac: false}\n");
  expect([...given].sort()).toEqual(["enforce_rbac", "role_permissions"]);
});

test("a scope mapping of a model that only a wildcard serves is accepted", () => {
  const yaml = [
    "general_settings: {enable_jwt_auth: true}",
    "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/k', JWT_AUDIENCE: a}",
    "gateway_jwtauth: {enforce_scope_based_access: true, scope_mappings: [{scope: s, models: [openai/gpt-4o]}]}",
    "model_list: [{model_name: openai/*, gateway_params: {model: openai/*}}]",
  ].join("\n");
  expect(parse(yaml).findings).toEqual([]);
});

describe("hostile files", () => {
  const unfolding = [
    "a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(
      (level) =>
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
    ),
  ];
  test.each([
    ["aliases that unfold to a billion values", unfolding.join("\n"), "C008"],
    ["deep nesting", "[".repeat(100_000), "C008"],
    ["deep nesting that is well formed", `a: ${"[".repeat(500)}${"]".repeat(500)}`, "C008"],
    ["a merge key inside its own anchor", "general_settings: &g\n  <<: *g\n", "C008"],
    ["a prototype in a key", "__proto__: {polluted: true}\n", "C010"],
  ])("a hostile file is refused: %s", (_, yaml, number) => {
    expect(parse(yaml).findings.map((finding) => finding.number)).toContain(number);
    expect("polluted" in {}).toBe(false);
  });
});
