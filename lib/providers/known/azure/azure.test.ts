import { describe, expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import type { ModelEntry } from "@/lib/config/schema";
import type { Deployment } from "../../deployment";
import type { AdapterCall } from "../../adapter";
import { azureAdapter } from "./azure";
import { adapterFor } from "../../dialect";
import { readModelBody } from "../../model-body";

function callOf(
  params: Partial<ModelEntry["gateway_params"]>,
  { basePath = "", model = "my-gpt", route = "/chat/completions", hasKey = true } = {},
): AdapterCall {
  const entry = { model_name: "m", gateway_params: { model: `azure/${model}`, ...params } } as ModelEntry;
  const deployment: Deployment = {
    id: "d",
    provider: "azure",
    model,
    origin: "https://name.openai.azure.com",
    basePath,
    apiKey: hasKey ? new Secret("k") : undefined,
    entry,
  };
  return { route, body: readModelBody(Buffer.from('{"model":"m","temperature":1.0}')), deployment, startedAt: 0 };
}

describe("Azure's paths", () => {
  test.each([
    [
      "a dated version",
      {},
      { api_version: "2024-10-21" },
      "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21",
    ],
    [
      "another route",
      { route: "/embeddings" },
      { api_version: "2024-10-21" },
      "/openai/deployments/my-gpt/embeddings?api-version=2024-10-21",
    ],
    [
      "an address behind a proxy",
      { basePath: "/azure" },
      { api_version: "2024-10-21" },
      "/azure/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21",
    ],
    [
      "an address that ends in /openai",
      { basePath: "/openai" },
      { api_version: "2024-10-21" },
      "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21",
    ],
    [
      "a deployment's name that must be written another way",
      { model: "a/b?c" },
      { api_version: "2024-10-21" },
      "/openai/deployments/a%2Fb%3Fc/chat/completions?api-version=2024-10-21",
    ],
    [
      "Responses, by a dated version",
      { route: "/responses" },
      { api_version: "2025-04-01-preview" },
      "/openai/responses?api-version=2025-04-01-preview",
    ],
    ["no version", {}, {}, "/openai/v1/chat/completions"],
    ["the v1 address", { basePath: "/openai/v1" }, {}, "/openai/v1/chat/completions"],
    [
      "the v1 address and a preview",
      { basePath: "/openai/v1", route: "/responses" },
      { api_version: "preview" },
      "/openai/v1/responses?api-version=preview",
    ],
    ["the latest version", {}, { api_version: "latest" }, "/openai/v1/chat/completions?api-version=latest"],
    ["v1 by name", {}, { api_version: "v1" }, "/openai/v1/chat/completions"],
  ])("the path at Azure for %s", (_what, more, params, path) => {
    expect(azureAdapter.request(callOf(params, more)).path).toBe(path);
  });
  test.each(["..", ".", ""])("a deployment at Azure cannot be called %j", (model) => {
    expect(() => azureAdapter.request(callOf({ api_version: "2024-10-21" }, { model }))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { param: "model" } }),
    );
  });
});

test("Azure gets the key in its own header", () => {
  expect(azureAdapter.request(callOf({})).headers).toEqual({ "content-type": "application/json", "api-key": "k" });
});
test("Azure gets a token of Entra ID, and then no key", () => {
  expect(azureAdapter.request(callOf({ azure_ad_token: new Secret("t") })).headers).toEqual({
    "content-type": "application/json",
    authorization: "Bearer t",
  });
});
test("Azure gets no credentials if none are configured", () => {
  expect(azureAdapter.request(callOf({}, { hasKey: false })).headers).toEqual({ "content-type": "application/json" });
});

test("a call to Azure changes only in the model's name", () => {
  expect(azureAdapter.request(callOf({})).body.toString()).toBe('{"model":"my-gpt","temperature":1.0}');
});

test("a content filter of Azure keeps its shape: a first chunk without choices, and an end that says so", () => {
  const filtered = [
    {
      choices: [],
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }],
    },
    { id: "c", choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] },
    { id: "c", choices: [{ index: 0, delta: {}, finish_reason: "content_filter" }] },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join("");
  const stream = `${filtered}data: [DONE]\n\n`;
  const native = azureAdapter.stream(callOf({}));
  expect(Buffer.concat([...native.push(Buffer.from(stream)), ...native.end()]).toString()).toBe(stream);
  const messages = adapterFor("/messages", { provider: "azure" }).stream(callOf({}, { route: "/messages" }));
  const text = Buffer.concat([...messages.push(Buffer.from(stream)), ...messages.end()]).toString();
  expect(text).toContain('"text":"Hi"');
  expect(text).toContain('"stop_reason":"refusal"');
});
