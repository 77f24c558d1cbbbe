import { expect, test } from "vitest";
import type { OfferedModel, ProviderView } from "@/lib/wire/contracts/model-catalogue";
import {
  afterTickingShown,
  foundModels,
  holdsSecret,
  newCredential,
  plannedEntries,
  type ProviderDraft,
  providerDraft,
  shortTokens,
  typedParams,
} from "./provider-plan";

const provider = (more: Partial<ProviderView> = {}): ProviderView => ({
  name: "openai",
  api_base: "https://api.openai.com/v1",
  needs_address: false,
  key_variables: ["OPENAI_API_KEY"],
  has_key: false,
  lists_models: true,
  priced_models: 3,
  entries: 0,
  ...more,
});
const draft = (more: Partial<ProviderDraft>): ProviderDraft => ({ ...providerDraft(provider()), ...more });
const offered = (model: string, kind: OfferedModel["kind"] = "chat"): OfferedModel => ({
  model,
  kind,
  inputs: [],
  context_tokens: null,
  input_cost_per_token: null,
  output_cost_per_token: null,
  served_by: null,
});

test("a provider begins with its usual key where there is one, or where none is needed", () => {
  expect(providerDraft(provider()).proof).toBe("typed");
  expect(providerDraft(provider({ has_key: true })).proof).toBe("usual");
  expect(providerDraft(provider({ key_variables: [] })).proof).toBe("usual");
});

test.each([
  ["a typed key", { apiKey: " sk-1 " }, { api_key: "sk-1" }],
  ["a typed key at another address", { apiKey: "k", apiBase: "https://a" }, { api_key: "k", api_base: "https://a" }],
  ["the node's own key, whatever was typed", { proof: "usual", apiKey: "sk-1" }, {}],
  ["a credential", { proof: "named:team-key", apiKey: "sk-1" }, { credential_name: "team-key" }],
] as const)("entries share %s", (_, more, params) => {
  expect(typedParams("openai", draft(more))).toEqual(params);
});

test("the settings of a provider are shared too, and its secrets are known", () => {
  const settings = { aws_region_name: "eu-central-1", aws_secret_access_key: "s" };
  const params = typedParams("bedrock", draft({ proof: "usual", settings }));
  expect(params).toEqual(settings);
  expect(holdsSecret("bedrock", params)).toBe(true);
  expect(holdsSecret("bedrock", { aws_region_name: "eu-central-1" })).toBe(false);
  expect(holdsSecret("openai", { api_key: "k" })).toBe(true);
});

test("a new credential takes the provider's name, or the next that is free", () => {
  expect(newCredential("openai", { api_key: "k" }, []).credential_name).toBe("openai");
  expect(newCredential("openai", { api_key: "k" }, ["openai", "openai-2"]).credential_name).toBe("openai-3");
});

test("each ticked model becomes an entry, and all of them one pattern that is tried by a chat model", () => {
  const shared = { credential_name: "openai" };
  const models = [offered("ada", "embedding"), offered("gpt-4o")];
  expect(plannedEntries("openai", draft({ ticked: ["gpt-4o", "*"] }), shared, models)).toEqual([
    { entry: { model_name: "gpt-4o", gateway_params: { ...shared, model: "openai/gpt-4o" } }, tried: "gpt-4o" },
    { entry: { model_name: "openai/*", gateway_params: { ...shared, model: "openai/*" } }, tried: "openai/gpt-4o" },
  ]);
  expect(plannedEntries("openai", draft({ ticked: ["gpt-4o"], naming: "prefixed" }), {}, [])[0]?.tried).toBe(
    "openai/gpt-4o",
  );
  expect(plannedEntries("openai", draft({ ticked: ["*"] }), {}, [])[0]?.tried).toBeUndefined();
});

test("a search finds models by all of its words, and all that are shown are ticked at once", () => {
  const models = ["gpt-4o", "gpt-4o-mini", "o3-mini"].map((name) => offered(name));
  const mini = foundModels(models, "MINI gpt");
  expect(mini.map(({ model }) => model)).toEqual(["gpt-4o-mini"]);
  expect(foundModels(models, "")).toHaveLength(3);
  expect(afterTickingShown(["o3-mini"], mini)).toEqual(["o3-mini", "gpt-4o-mini"]);
  expect(afterTickingShown(["o3-mini", "gpt-4o-mini"], mini)).toEqual(["o3-mini"]);
});

test.each([
  [512, "512"],
  [128_000, "128k"],
  [1_048_576, "1M"],
  [1_500_000, "1.5M"],
])("%d tokens are %s", (tokens, text) => {
  expect(shortTokens(tokens)).toBe(text);
});
