import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { deploymentOf, type Deployment } from "./deployment";
import { resolveModel } from "@/lib/router/resolve";

const usualKeys = new Map(["openai", "anthropic", "azure", "groq"].map((name) => [name, new Secret(`usual-${name}`)]));

function deployment(params: object, requested = "m"): Deployment {
  const { winner } = resolveModel(requested, [
    modelEntry.parse({ model_name: requested === "m" ? "m" : "*", gateway_params: params }),
  ]);
  return deploymentOf(winner!, usualKeys);
}

describe("the key of a deployment", () => {
  test.each([
    ["its own", { model: "openai/gpt", api_key: "own" }, "own"],
    ["else its provider's usual one", { model: "openai/gpt" }, "usual-openai"],
    [
      "also at the provider's address written out",
      { model: "anthropic/claude", api_base: "https://api.anthropic.com" },
      "usual-anthropic",
    ],
    [
      "but never anybody else's address",
      { model: "openai/gpt", api_base: "https://api.openai.com.example/v1" },
      undefined,
    ],
    ["nor the provider's without TLS", { model: "openai/gpt", api_base: "http://api.openai.com/v1" }, undefined],
    [
      "Azure's at a customer's address",
      { model: "azure/gpt", api_base: "https://acme.openai.azure.com" },
      "usual-azure",
    ],
    ["and at no other", { model: "azure/gpt", api_base: "https://openai.azure.com.example" }, undefined],
    ["nor at one with a port", { model: "azure/gpt", api_base: "https://acme.openai.azure.com:8443" }, undefined],
    ["none where the environment has none", { model: "mistral/small" }, undefined],
  ])("%s", (_what, params, key) => {
    expect(deployment(params).apiKey?.reveal()).toBe(key);
  });
  test("follows the provider that a wildcard took from the name", () => {
    expect(deployment({ model: "*" }, "groq/llama")).toMatchObject({
      provider: "groq",
      origin: "https://api.groq.com",
      basePath: "/openai/v1",
    });
    expect(deployment({ model: "*" }, "groq/llama").apiKey?.reveal()).toBe("usual-groq");
  });
});

test("a provider without an address of its own needs one", () => {
  expect(() => deployment({ model: "azure/gpt" })).toThrow(expect.objectContaining({ code: "no_healthy_deployment" }));
  expect(() => deployment({ model: "unheard-of/gpt" })).toThrow(
    expect.objectContaining({ code: "no_healthy_deployment" }),
  );
});
