import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { parseConfig } from "@/lib/settings/parse";

function differences(yaml: string): string[] {
  const context = { environment: readEnvironment({}), isKnownProvider: () => true };
  return parseConfig(yaml, "config.yaml", context)
    .findings.filter(({ number }) => number === "C200")
    .map(({ severity, line, path }) => `${severity} ${line} ${path}`);
}

const entry = (section: string, more = "") =>
  `model_list:\n  - model_name: a\n    ${section}:\n      model: openai/a\n      timeout: 60\n${more}`;

test("LiteLLM's timeout of an entry, which ends an attempt there, is a warning under either name of its section", () => {
  expect(differences(entry("litellm_params"))).toEqual(["warning 5 model_list.0.litellm_params.timeout"]);
  expect(differences(entry("gateway_params", "router_settings: {num_retries: 2}"))).toEqual([
    "warning 5 model_list.0.gateway_params.timeout",
  ]);
});

test("nothing is said of a timeout beside first_byte_timeout, or in a file without settings of LiteLLM", () => {
  expect(differences(entry("litellm_params", "      first_byte_timeout: 5\n"))).toEqual([]);
  expect(differences(entry("gateway_params"))).toEqual([]);
});

test("a scope of administrators that is left to LiteLLM's default is a warning, wherever its section is", () => {
  expect(differences("general_settings:\n  litellm_jwtauth: {user_id_jwt_field: sub}")).toEqual([
    "warning 2 general_settings.litellm_jwtauth",
  ]);
  expect(differences("litellm_jwtauth: {user_id_jwt_field: sub}")).toEqual(["warning 1 litellm_jwtauth"]);
  const renamed = "gateway_jwtauth: {user_id_jwt_field: sub}\n";
  expect(differences(`${renamed}litellm_settings: {drop_params: true}`)).toEqual(["warning 1 gateway_jwtauth"]);
  expect(differences(renamed)).toEqual([]);
  expect(differences("litellm_jwtauth: {admin_jwt_scope: litellm_proxy_admin}")).toEqual([]);
});
