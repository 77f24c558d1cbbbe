import { expect, test } from "vitest";
import { formatFinding } from "@/lib/config/finding";
import { readEnvironment } from "@/lib/config/io/environment";
import { configFile } from "@/lib/config/schema";
import { parseConfig } from "@/lib/settings/parse";
import { knownPaths } from "@/lib/settings/schema-walk";
import { litellmAdvice, litellmSectionAdvice } from "./litellm-settings";

function linted(yaml: string) {
  const context = { environment: readEnvironment({}), isKnownProvider: () => true };
  return parseConfig(yaml, "config.yaml", context).findings;
}

function fixes(yaml: string): Record<string, string> {
  return Object.fromEntries(linted(yaml).map(({ number, path, fix }) => [`${number} ${path}`, fix ?? ""]));
}

test("each setting of LiteLLM's sections has a finding of its own, at its line", () => {
  const yaml = [
    "litellm_settings:",
    "  drop_params: true",
    "  num_retries: 3",
    "  max_budget: 100",
    "router_settings:",
    "  model_group_alias: {gpt-4: gpt-4o}",
    "  master_key: os.environ/NOT_SET_HERE",
    "  timeout: 30",
  ].join("\n");
  expect(linted(yaml).map(({ number, line, path }) => `${number} ${line} ${path}`)).toEqual([
    "C184 2 litellm_settings.drop_params",
    "C184 3 litellm_settings.num_retries",
    "C184 4 litellm_settings.max_budget",
    "C184 6 router_settings.model_group_alias",
    "C184 7 router_settings.master_key",
    "C184 8 router_settings.timeout",
  ]);
  expect(fixes(yaml)).toMatchObject({
    "C184 litellm_settings.drop_params": "move it to general_settings",
    "C184 litellm_settings.max_budget": "give it to organisations, teams, users or keys",
    "C184 router_settings.model_group_alias": expect.stringMatching(/^for each alias, add an entry .*, or .* 404$/),
    "C184 router_settings.master_key": "move it to general_settings",
    "C184 router_settings.timeout": expect.stringMatching(/^set first_byte_timeout /),
  });
});

test("settings that nobody knows are listed in one finding, and none that may be a secret is repeated", () => {
  const secret = "sk-aaaaaaaaaaaaaaaaaaaa1";
  const [finding, ...more] = linted(`litellm_settings: {some_fact: 1, ${secret}: 2, other_fact: {a: 1}}`);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    number: "C184",
    path: "litellm_settings",
    fix: expect.stringMatching(/^remove them/),
  });
  expect(finding?.message).toContain(': "some_fact", "other_fact", 1 more');
  expect(finding && formatFinding(finding)).not.toContain(secret);
});

test.each(["litellm_settings:", "router_settings: {}", "litellm_settings: [a]"])("%s has one finding", (yaml) => {
  expect(linted(yaml).map(({ number, fix }) => `${number} ${fix}`)).toEqual([
    "C184 move its settings to general_settings, and remove it",
  ]);
});

test("fallbacks are written as the map that they become, in their section and where they were moved to", () => {
  const list = "[{gpt-4o: [gpt-4o-mini, claude]}, {claude: [gpt-4o]}]";
  const map = '{"gpt-4o": ["gpt-4o-mini", "claude"], "claude": ["gpt-4o"]}';
  expect(fixes(`router_settings: {fallbacks: ${list}}`)).toEqual({
    "C184 router_settings.fallbacks": `write it in general_settings as one map: fallbacks: ${map}`,
  });
  expect(fixes(`general_settings: {fallbacks: ${list}}`)).toEqual({
    "C012 general_settings.fallbacks": `write ${map}`,
  });
  const models =
    "model_list: [{model_name: gpt-4o, gateway_params: {model: openai/a}}, {model_name: gpt-4o-mini, gateway_params: {model: openai/b}}, {model_name: claude, gateway_params: {model: openai/c}}]";
  expect(linted(`general_settings: {fallbacks: ${map}}\n${models}`)).toEqual([]);
});

test.each(["[]", "[{a: b}]", "[{a: [b]}, {a: [c]}]", "[{sk-aaaaaaaaaaaaaaaaaaaa1: [b]}]", "7", '[{a: ["\\n"]}]'])(
  "fallbacks of another shape (%s) have the advice alone",
  (value) => {
    expect(fixes(`router_settings: {fallbacks: ${value}}`)).toEqual({
      "C184 router_settings.fallbacks": "write it in general_settings as one map, such as {gpt-4o: [gpt-4o-mini]}",
    });
  },
);

test("a setting that is to be dropped does not ask for its variable, and one that is to be renamed does", () => {
  const yaml = [
    "general_settings: {database_url: os.environ/NOT_SET_HERE}",
    "litellm_settings: {cache_params: {host: os.environ/NOT_SET_HERE}}",
    "model_list: [{model_name: a, litellm_params: {model: openai/a, api_key: os.environ/NOT_SET_HERE}}]",
  ].join("\n");
  expect(fixes(yaml)).toEqual({
    "C184 general_settings.database_url": expect.stringContaining("LiteLLM's database cannot be used here"),
    "C184 litellm_settings.cache_params": expect.stringContaining("every call reaches a model"),
    "C184 model_list.0.litellm_params": "rename it to gateway_params",
    "C015 model_list.0.litellm_params.api_key": expect.stringContaining("set NOT_SET_HERE"),
  });
});

/** What LiteLLM's sections have in the files that people bring. */
const MET = `fallbacks context_window_fallbacks content_policy_fallbacks default_fallbacks model_group_alias
  retry_policy request_timeout timeout stream_timeout allowed_fails cooldown_time routing_strategy redis_host redis_port
  redis_password redis_url set_verbose cache cache_params callbacks success_callback failure_callback
  enable_pre_call_checks max_budget budget_duration json_logs telemetry turn_off_message_logging retry_after`.split(
  /\s+/,
);

test.each(MET)("the advice on %s names only settings that exist", (name) => {
  const advice = litellmSectionAdvice(name) ?? "";
  expect(advice).not.toBe("");
  const known = new Set([...knownPaths(configFile).map(({ key }) => key), "model_list", "os"]);
  const named = [...advice.matchAll(/[a-z]+_[a-z_]+/g)].map(([word]) => word);
  expect(named.filter((word) => !known.has(word))).toEqual([]);
});

test("names that only LiteLLM has are told apart from those of objects", () => {
  for (const name of ["toString", "constructor", "num_retries"]) {
    expect(litellmAdvice(name)).toBeUndefined();
    expect(litellmSectionAdvice(name)).toBeUndefined();
  }
});
