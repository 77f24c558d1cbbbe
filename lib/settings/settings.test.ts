import { afterEach, describe, expect, test, vi } from "vitest";
import { publishConsoleAddress, readEnvironment } from "@/lib/config/io/environment";
import { type Environment } from "@/lib/config/environment-variables";
import { parseConfig } from "./parse";
import { checkOverrides } from "./overrides";
import { buildSettings } from "./settings";
import { fileJwtAuth } from "./file-checks";
import { Secret } from "@/lib/config/secret";
import type { ConfigFile } from "@/lib/config/schema";

function parsed(yaml: string, variables: Record<string, string> = {}): { file: ConfigFile; environment: Environment } {
  const { file, environment, findings } = parseConfig(yaml, "c.yaml", {
    environment: readEnvironment(variables),
    isKnownProvider: () => true,
  });
  if (!file) throw new Error(JSON.stringify(findings));
  return { file, environment };
}
const kept = new Secret("sk-kept");
const build = (file: ConfigFile, environment: Environment) =>
  buildSettings({ file, environment, overrides: {}, generation: 1, keptMasterKey: kept });

test("settings have the specification's defaults if nothing is configured", () => {
  const { file, environment } = parsed("");
  const settings = build(file, environment);
  expect(settings.jwtAuth.admin_allowed_routes).toEqual(["management_routes"]);
  expect(settings.jwtAuth.team_allowed_routes).toEqual([
    "openai_routes",
    "anthropic_routes",
    "google_routes",
    "mcp_routes",
    "info_routes",
  ]);
  expect(settings.general.enable_jwt_auth).toBe(false);
  expect(settings.publicKeyUrls).toEqual([]);
  expect(settings.generation).toBe(1);
});

test.each([
  [
    "the environment's master key beats the file's",
    "general_settings: {master_key: sk-file}",
    { GATEWAY_MASTER_KEY: "sk-environment" },
    "sk-environment",
  ],
  ["the file's master key beats the kept one", "general_settings: {master_key: sk-file}", {}, "sk-file"],
  [
    "the environment's master key may be given in the file",
    "environment_variables: {GATEWAY_MASTER_KEY: sk-variables}",
    {},
    "sk-variables",
  ],
  ["the kept master key is the last resort", "", {}, "sk-kept"],
])("%s", (_, yaml, variables, expected) => {
  const { file, environment } = parsed(yaml, variables);
  expect(build(file, environment).masterKey.reveal()).toBe(expected);
});

test("settings take each provider's key from the first of its usual variables that is set and not blank, the file's variables included", () => {
  const { file, environment } = parsed("environment_variables: {GROQ_API_KEY: from-file}", {
    TOGETHERAI_API_KEY: "older",
    GEMINI_API_KEY: " newer ",
    GOOGLE_API_KEY: "older",
    XAI_API_KEY: " ",
  });
  const { providerKeys } = build(file, environment);
  expect(Object.fromEntries([...providerKeys].map(([name, key]) => [name, key.reveal()]))).toEqual({
    groq: "from-file",
    together_ai: "older",
    gemini: "newer",
  });
});

test("settings split key addresses, audiences and issuers at commas", () => {
  const variables = {
    JWT_PUBLIC_KEY_URL: "https://a.example/k, https://b.example/k,",
    JWT_AUDIENCE: "one,two",
    JWT_ISSUER: " x ",
  };
  const { file, environment } = parsed("", variables);
  const settings = build(file, environment);
  expect(settings.publicKeyUrls).toEqual(["https://a.example/k", "https://b.example/k"]);
  expect(settings.audiences).toEqual(["one", "two"]);
  expect(settings.issuers).toEqual(["x"]);
});

test("role_permissions come from general_settings only if gateway_jwtauth gives none", () => {
  const general = "general_settings: {role_permissions: [{role: team, models: [a]}]}\n";
  expect(fileJwtAuth(parsed(general).file).role_permissions).toEqual([{ role: "team", models: ["a"], routes: [] }]);
  const both = `${general}gateway_jwtauth: {role_permissions: [{role: team, models: [b]}]}\n`;
  expect(fileJwtAuth(parsed(both).file).role_permissions[0]?.models).toEqual(["b"]);
});

test("a revision replaces a setting as a whole, and only that setting", () => {
  const { file, environment } = parsed(
    "gateway_jwtauth: {enforce_rbac: true, roles_jwt_field: r, role_mappings: [{role: a, internal_role: team}]}",
  );
  const { jwtAuth } = buildSettings({
    file,
    environment,
    overrides: { role_mappings: [], scope_mappings: [{ scope: "s", models: ["m"] }] },
    generation: 2,
    keptMasterKey: kept,
  });
  expect(jwtAuth.role_mappings).toEqual([]);
  expect(jwtAuth.scope_mappings).toHaveLength(1);
  expect(jwtAuth.enforce_rbac).toBe(true);
  expect(jwtAuth.roles_jwt_field).toBe("r");
});

test("settings cannot be changed by anybody who has them, and show no secret", () => {
  const { file, environment } = parsed(
    "model_list: [{model_name: a, gateway_params: {model: openai/a, api_key: sk-up}}]\ngateway_jwtauth: {role_mappings: []}",
  );
  const settings = build(file, environment);
  expect(() => Object.assign(settings.jwtAuth.role_mappings, { 0: { role: "x" } })).toThrow(TypeError);
  expect(() => Object.assign(settings, { generation: 9 })).toThrow(TypeError);
  expect(JSON.stringify(settings)).not.toMatch(/sk-up|sk-kept/);
  expect(settings.models[0]?.gateway_params.api_key?.reveal()).toBe("sk-up");
});

afterEach(() => vi.unstubAllEnvs());

test("next-auth gets the console's public address, also if only the configuration file names it", () => {
  vi.stubEnv("NEXTAUTH_URL", undefined);
  publishConsoleAddress(parsed("environment_variables: {NEXTAUTH_URL: 'https://gateway.example'}").environment);
  expect(process.env["NEXTAUTH_URL"]).toBe("https://gateway.example");
});

test.each(["https://gateway.example/", "https://gateway.example/api/auth"])(
  "next-auth gets the origin of %s, which it would otherwise misread as a path of its own",
  (address) => {
    vi.stubEnv("NEXTAUTH_URL", undefined);
    publishConsoleAddress(parsed(`environment_variables: {NEXTAUTH_URL: '${address}'}`).environment);
    expect(process.env["NEXTAUTH_URL"]).toBe("https://gateway.example");
  },
);

test.each(["https://gateway.example", "https://gateway.example/llm/", "https://gateway.example/llm/api/auth"])(
  "next-auth gets %s with the base path and the path of its routes",
  (address) => {
    vi.stubEnv("NEXTAUTH_URL", undefined);
    const variables = `{NEXTAUTH_URL: '${address}', GATEWAY_BASE_PATH: /llm}`;
    publishConsoleAddress(parsed(`environment_variables: ${variables}`).environment);
    expect(process.env["NEXTAUTH_URL"]).toBe("https://gateway.example/llm/api/auth");
  },
);

test("the console's public address is that of the request if nothing names it", () => {
  vi.stubEnv("NEXTAUTH_URL", undefined);
  vi.stubEnv("AUTH_TRUST_HOST", undefined);
  publishConsoleAddress(parsed("").environment);
  expect(process.env["NEXTAUTH_URL"]).toBeUndefined();
  expect(process.env["AUTH_TRUST_HOST"]).toBe("true");
});

describe("a draft of overrides", () => {
  const { file } = parsed("gateway_jwtauth: {enforce_rbac: true, roles_jwt_field: roles}");
  const check = (draft: unknown) =>
    checkOverrides(draft, fileJwtAuth(file), { modelNames: ["gpt-4o"], routes: undefined });

  test.each([
    [
      "an unknown setting",
      { role_mapings: [] },
      ['C010 role_mapings: "role_mapings" is not known at the top level; did you mean "role_mappings"?'],
    ],
    [
      "a setting that only the file may give",
      { custom_validate: "checks.staff" },
      ['C011 custom_validate: "custom_validate" belongs in issuers, not at the top level'],
    ],
    [
      "a wildcard",
      { scope_mappings: [{ scope: "s", models: ["*"] }] },
      ["C023 scope_mappings.0.models.0: wildcards are not supported in scope_mappings; name each model"],
    ],
    ["something else than an object", [], ["C012 : expected a mapping of keys to values, got a list"]],
    [
      "an unset field",
      { roles_jwt_field: null },
      ["C012 roles_jwt_field: expected text or a mapping of keys to values or a list, got nothing"],
    ],
  ])("a draft of overrides with %s is refused", (_, draft, expected) => {
    const { overrides, findings } = check(draft);
    expect(overrides).toBeUndefined();
    expect(findings.map((finding) => `${finding.number} ${finding.path}: ${finding.message}`)).toEqual(expected);
    expect(findings.every((finding) => finding.line === undefined)).toBe(true);
  });

  test("a draft of overrides is judged together with what the file says", () => {
    expect(check({ role_mappings: [{ role: "a", internal_role: "team" }] }).findings).toEqual([]);
    const off = check({ role_mappings: [{ role: "a", internal_role: "team" }], enforce_rbac: false });
    expect(off.findings.map((finding) => `${finding.number} ${finding.path}`)).toEqual(["C031 role_mappings"]);
    expect(off.overrides?.enforce_rbac).toBe(false);
  });
});
