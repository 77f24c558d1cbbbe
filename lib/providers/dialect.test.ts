import { expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { anthropicAdapter } from "./dialects/messages/native";
import { azureAdapter } from "./known/azure/azure";
import { adapterFor } from "./dialect";
import { readModelBody } from "./model-body";
import { openAiAdapter } from "./openai";
import { deploymentOf } from "./resolve-deployment";
import { PROVIDERS, splitUpstreamModel } from "./table";

test.each([
  ["/chat/completions", "openai", openAiAdapter],
  ["/chat/completions", "unheard-of", openAiAdapter],
  ["/chat/completions", "azure", azureAdapter],
  ["/responses", "openai", openAiAdapter],
  ["/responses", "unheard-of", openAiAdapter],
  ["/embeddings", "groq", openAiAdapter],
  ["/embeddings", "azure", azureAdapter],
  ["/messages", "anthropic", anthropicAdapter],
  ["/messages/count_tokens", "anthropic", anthropicAdapter],
])("the adapter for %s at %s is the dialect's own", (route, provider, adapter) => {
  expect(adapterFor(route, { provider })).toBe(adapter);
});
test.each([
  ["/messages", "openai"],
  ["/messages", "azure"],
  ["/messages", "groq"],
  ["/responses", "anthropic"],
  ["/responses", "mistral"],
  ["/chat/completions", "anthropic"],
])("%s at %s is translated", (route, provider) => {
  expect(adapterFor(route, { provider }).rewritesAnswers).toBe(true);
});
test.each([
  ["/embeddings", "anthropic"],
  ["/messages/count_tokens", "openai"],
  ["/messages/count_tokens", "azure"],
])("%s at %s is refused, because no adapter serves it", (route, provider) => {
  expect(() => adapterFor(route, { provider })).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param: "model" } }),
  );
});

test("each provider is listed once, with an address that a route can be appended to and variables in capitals", () => {
  expect(new Set(PROVIDERS.map(({ name }) => name)).size).toBe(PROVIDERS.length);
  for (const { apiBase, keyVariables } of PROVIDERS) {
    if (apiBase !== undefined) expect(new URL(apiBase).href.replace(/\/$/, "")).toBe(apiBase);
    for (const variable of keyVariables) expect(variable).toMatch(/^[A-Z][A-Z0-9_]+$/);
  }
});

test.each([
  ["openai/responses/gpt-5", { provider: "openai", model: "gpt-5", api: "responses" }],
  ["azure/responses/mine", { provider: "azure", model: "mine", api: "responses" }],
  ["groq/responses/x", { provider: "groq", model: "responses/x", api: undefined }],
  ["responses/x", { provider: "responses", model: "x", api: undefined }],
  ["openai/gpt-5", { provider: "openai", model: "gpt-5", api: undefined }],
])("an entry for %s names a provider, its model and how it is asked", (name, parts) => {
  expect(splitUpstreamModel(name)).toEqual(parts);
});
test("a model that is asked by Responses is so whatever its callers speak", () => {
  const entry = { provider: "openai", api: "responses" };
  for (const route of ["/chat/completions", "/messages"]) expect(adapterFor(route, entry).rewritesAnswers).toBe(true);
  expect(adapterFor("/responses", entry)).toBe(openAiAdapter);
  expect(adapterFor("/embeddings", entry)).toBe(openAiAdapter);
});

const BODIES = {
  "/chat/completions": { messages: [{ role: "user", content: "Hi." }] },
  "/messages": { max_tokens: 1, messages: [{ role: "user", content: "Hi." }] },
  "/messages/count_tokens": { messages: [{ role: "user", content: "Hi." }] },
  "/embeddings": { input: "Hi." },
  "/rerank": { query: "q", documents: ["a"] },
};
const NAMES = ["..", ".", "../x", "a/../../b", "claude/..", "amazon.rerank/../x", "..%2f", "a?b#c"];
test.each(PROVIDERS.map(({ name }) => name))("a model of %s cannot leave its part of a path", (provider) => {
  for (const [route, asked] of Object.entries(BODIES)) {
    const pathOf = (model: string): string | undefined => {
      const params = { model: `${provider}/${model}`, api_base: "https://up.test", vertex_project: "p" };
      const entry = modelEntry.parse({ model_name: "m", gateway_params: params });
      const deployment = deploymentOf({ entry, index: 0, upstreamModel: params.model });
      const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", ...asked })));
      try {
        return adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0 }).path;
      } catch (error) {
        // Refused: by the name, or because the provider serves no such route.
        expect(error).toMatchObject({ name: GatewayError.name, code: "invalid_request", options: { param: "model" } });
        return undefined;
      }
    };
    for (const name of NAMES) {
      const path = pathOf(name);
      if (path === undefined) continue;
      const { pathname, hash } = new URL(path, "https://up.test");
      expect([route, name, pathname, hash]).toEqual([route, name, path.split("?")[0], ""]);
      const parts = pathOf(name.replaceAll("/", "-"))?.split("?")[0]?.split("/");
      expect([route, name, pathname.split("/").length]).toEqual([route, name, parts?.length]);
    }
  }
});
