import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import type { Deployment } from "./deployment";
import { adapterFor } from "./dialect";
import { readModelBody } from "./model-body";
import { deploymentOf } from "./resolve-deployment";
import { resolveModel } from "@/lib/router/resolve";

const usualKeys = new Map(["openai", "anthropic", "azure", "groq"].map((name) => [name, new Secret(`usual-${name}`)]));

function deployment(params: object, requested = "m"): Deployment {
  const { winner } = resolveModel(requested, [
    modelEntry.parse({ model_name: requested === "m" ? "m" : "*", gateway_params: params }),
  ]);
  return deploymentOf(winner!, {
    credentials: new Map(),
    providerKeys: usualKeys,
    providerVariables: new Map(),
  });
}

describe("the key of a deployment", () => {
  test.each([
    ["the entry's own", { model: "openai/gpt", api_key: "own" }, "own"],
    ["its provider's usual one if the entry has none", { model: "openai/gpt" }, "usual-openai"],
    [
      "the provider's usual one if the entry writes out the provider's address",
      { model: "anthropic/claude", api_base: "https://api.anthropic.com" },
      "usual-anthropic",
    ],
    [
      "absent at an address that only begins like the provider's",
      { model: "openai/gpt", api_base: "https://api.openai.com.example/v1" },
      undefined,
    ],
    [
      "absent at the provider's address without TLS",
      { model: "openai/gpt", api_base: "http://api.openai.com/v1" },
      undefined,
    ],
    [
      "the usual one for Azure at a customer's own address",
      { model: "azure/gpt", api_base: "https://acme.openai.azure.com" },
      "usual-azure",
    ],
    [
      "absent at an address that only contains Azure's",
      { model: "azure/gpt", api_base: "https://openai.azure.com.example" },
      undefined,
    ],
    [
      "absent at a customer's Azure address with a port",
      { model: "azure/gpt", api_base: "https://acme.openai.azure.com:8443" },
      undefined,
    ],
    ["absent if the environment has none", { model: "mistral/small" }, undefined],
  ])("the key of a deployment is %s", (_what, params, key) => {
    expect(deployment(params).apiKey?.reveal()).toBe(key);
  });
  test("the usual key and address follow the provider that a wildcard took from the name", () => {
    expect(deployment({ model: "*" }, "groq/llama")).toMatchObject({
      provider: "groq",
      origin: "https://api.groq.com",
      basePath: "/openai/v1",
    });
    expect(deployment({ model: "*" }, "groq/llama").apiKey?.reveal()).toBe("usual-groq");
  });
});

test("a provider without a known address needs an api_base", () => {
  expect(() => deployment({ model: "azure/gpt" })).toThrow(expect.objectContaining({ code: "no_healthy_deployment" }));
  expect(() => deployment({ model: "unheard-of/gpt" })).toThrow(
    expect.objectContaining({ code: "no_healthy_deployment" }),
  );
});

test.each([
  ["azure/gpt-5", "gpt-5"],
  ["gpt-5", "gpt-5"],
  ["org/gpt-5", "org/gpt-5"],
])("rules of families go by an entry's base_model, %s, and calls by its own name", (baseModel, family) => {
  const entry = modelEntry.parse({
    model_name: "m",
    gateway_params: { model: "azure/ours", api_base: "https://x.openai.azure.com" },
    model_info: { base_model: baseModel },
  });
  const placed = deploymentOf(resolveModel("m", [entry]).winner!);
  expect([placed.model, placed.baseModel]).toEqual(["ours", family]);
  const body = readModelBody(
    Buffer.from('{"model":"m","max_tokens":9,"temperature":0.5,"messages":[{"role":"user","content":"Hi"}]}'),
  );
  const call = { route: "/messages", body, startedAt: 0, deployment: placed };
  const { body: sent, dropped = [] } = adapterFor("/messages", placed).request(call);
  expect(JSON.parse(String(sent))).toMatchObject({ model: "ours", max_completion_tokens: 9 });
  expect(dropped.includes("temperature")).toBe(true);
});

test.each([
  [undefined, undefined, false],
  [undefined, true, true],
  [false, true, false],
  [true, undefined, true],
])("drop_params of an entry, %s, goes before that of all, %s", (own, general, drops) => {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "openai/m", drop_params: own } });
  const placed = deploymentOf(resolveModel("m", [entry]).winner!, {
    general: { drop_params: general },
    credentials: new Map(),
    providerKeys: usualKeys,
    providerVariables: new Map(),
  });
  expect(placed.dropsParams).toBe(drops);
});
