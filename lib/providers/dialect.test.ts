import { expect, test } from "vitest";
import { anthropicAdapter } from "./dialects/messages/native";
import { azureAdapter } from "./azure";
import { adapterFor } from "./dialect";
import { openAiAdapter } from "./openai";
import { PROVIDERS } from "./table";

test.each([
  ["/chat/completions", "openai", openAiAdapter],
  ["/chat/completions", "unheard-of", openAiAdapter],
  ["/chat/completions", "azure", azureAdapter],
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
  ["/chat/completions", "anthropic"],
])("%s at %s is translated", (route, provider) => {
  expect(adapterFor(route, { provider }).rewritesAnswers).toBe(true);
});
test.each([
  ["/embeddings", "anthropic"],
  ["/responses", "anthropic"],
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
