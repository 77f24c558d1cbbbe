import { expect, test } from "vitest";
import { gptReasoning } from "./reasoning";

test.each([
  ["o3-mini", "always"],
  ["openai/o1", "always"],
  ["gpt-5", "always"],
  ["gpt-5-mini-2025-08-07", "always"],
  ["gpt-5.1", "on request"],
  ["us.gpt-6", "on request"],
  ["gpt-5.1-codex", "always"],
  ["gpt-5.2-pro", "always"],
  ["gpt-5-chat-latest", "never"],
  ["gpt-4o", "never"],
  ["gpt-4.1", "never"],
  ["claude-sonnet-4-5", "never"],
] as const)("%s thinks %s", (model, thinks) => {
  expect(gptReasoning(model)).toBe(thinks);
});
