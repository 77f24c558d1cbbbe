import { expect, test } from "vitest";
import { listedFacts } from "./listed-facts";

const list = (...data: object[]): string => JSON.stringify({ object: "list", data });

test.each([
  ["OpenAI", list({ id: "gpt-4o", object: "model", owned_by: "openai" }), "gpt-4o", undefined, []],
  ["Groq", list({ id: "llama", context_window: 131_072 }), "llama", 131_072, []],
  [
    "OpenRouter",
    list({ id: "a/b", context_length: 8192, architecture: { input_modalities: ["text", "image", "file"] } }),
    "a/b",
    8192,
    ["image", "file"],
  ],
  [
    "Mistral",
    list({ id: "pixtral", max_context_length: 32_768, capabilities: { vision: true, audio: false } }),
    "pixtral",
    32_768,
    ["image"],
  ],
  [
    "Anthropic",
    list({ id: "claude", max_input_tokens: 200_000, capabilities: { image_input: { supported: true } } }),
    "claude",
    200_000,
    ["image"],
  ],
  ["vLLM", list({ id: "house", max_model_len: 4096 }), "house", 4096, []],
  [
    "Gemini",
    JSON.stringify({ models: [{ name: "models/gemini-flash", inputTokenLimit: 1_048_576 }] }),
    "gemini-flash",
    1_048_576,
    [],
  ],
] as const)("what %s's list says of a model", (_, text, id, contextTokens, inputs) => {
  expect(listedFacts(text).get(id)).toEqual({ contextTokens, inputs });
});

test.each(["", "<html>", "[]", "{}", '{"data": 5}', list({ name: 5 }, { id: 5 })])(
  "%j says nothing of any model",
  (text) => {
    expect(listedFacts(text).size).toBe(0);
  },
);

test("a context that is not a number of tokens is left out", () => {
  expect(listedFacts(list({ id: "a", context_window: -1 }, { id: "b", context_length: "9" })).get("a")).toEqual({
    contextTokens: undefined,
    inputs: [],
  });
});
