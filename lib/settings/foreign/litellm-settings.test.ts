import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { configFile } from "@/lib/config/schema";
import { knownPaths } from "@/lib/settings/schema-walk";
import { parseConfig } from "@/lib/settings/parse";
import { litellmAdvice } from "./litellm-settings";

function findings(yaml: string): string[] {
  const context = { environment: readEnvironment({}), isKnownProvider: () => true };
  return parseConfig(yaml, "config.yaml", context)
    .findings.filter(({ number }) => number === "C010" || number === "C184")
    .map(({ number, path, fix }) => `${number} ${path}: ${fix ?? ""}`);
}

test("settings of LiteLLM are named with where they went", () => {
  expect(
    findings(
      [
        "general_settings:",
        "  gateway_jwtauth:",
        "    user_id_jwt_field: sub",
        "    user_roles_jwt_field: roles",
        "    public_allowed_routes: [/health]",
      ].join("\n"),
    ),
  ).toEqual([
    "C184 general_settings.gateway_jwtauth.user_roles_jwt_field: use roles_jwt_field with role_mappings",
    "C184 general_settings.gateway_jwtauth.public_allowed_routes: remove it: routes that need no credentials are fixed",
  ]);
});

test("LiteLLM's name of a section stands for ours, which is then not missing", () => {
  expect(findings("model_list:\n  - model_name: a\n    litellm_params: {model: openai/a}\n")).toEqual([
    "C184 model_list.0.litellm_params: rename it to gateway_params",
  ]);
});

test("no key is proposed that is already given there", () => {
  expect(
    findings("general_settings:\n  gateway_jwtauth:\n    user_id_jwt_field: sub\n    user_id_jwt_fields: x\n"),
  ).toEqual([expect.stringMatching(/^C010 .*user_id_jwt_fields: remove it/)]);
});

test("advice names only settings that exist", () => {
  const known = new Set(knownPaths(configFile).map(({ key }) => key));
  for (const name of ["gateway_params", "gateway_jwtauth", "first_byte_timeout", "cooldown_seconds", "sync_user_teams"])
    expect(known).toContain(name);
  expect(litellmAdvice("num_retries")).toBeUndefined();
  expect(litellmAdvice("toString")).toBeUndefined();
});

test("no advice changes what a setting means", () => {
  expect(
    findings(
      [
        "general_settings:",
        "  max_budget: 100",
        "  rpm_limits: 10",
        "  request_timeout: 600",
        "model_list:",
        "  - model_name: a",
        "    gateway_params:",
        "      model: openai/a",
        "      output_cost_per_pixel: 0.1",
        "      output_cost_per_second: 0.1",
        "      input_cost_per_token_batches: 0.1",
      ].join("\n"),
    ),
  ).toEqual([
    "C010 general_settings.max_budget: give it to organisations, teams, users or keys",
    "C010 general_settings.rpm_limits: give it to organisations, teams, users or keys",
    "C184 general_settings.request_timeout: set first_byte_timeout below gateway_params, or in general_settings for all models",
    ...["output_cost_per_pixel", "output_cost_per_second", "input_cost_per_token_batches"].map(
      (name) =>
        `C010 model_list.0.gateway_params.${name}: remove it: docs/reference/configuration.md lists what is known there`,
    ),
  ]);
});
