import { expect, test } from "vitest";
import { servedNext } from "./after-deletion";
import type { ModelList } from "./entry-notes";

const LIST = {
  data: ["gpt-4o", "gpt-4o", "openai/*", "openai/gpt-4*", "alone", "vertex/*"].map((model_name, at) => ({
    id: String(at),
    model_name,
    upstream_model: model_name,
    gateway_params: {},
  })),
  findings: [],
  overlaps: [],
} as unknown as ModelList;

test.each([
  ["0", "1 other deployment keeps serving gpt-4o."],
  ["3", "The pattern openai/* serves openai/gpt-4* instead."],
  ["4", "No other entry matches alone, so calls of it are refused as unknown."],
  ["5", "Names that no other entry matches become unknown."],
])("before an entry is deleted, the console says who serves its name next: entry %s", (id, words) => {
  const entry = LIST.data.find((one) => one.id === id);
  expect(entry && servedNext(entry, LIST)).toBe(words);
});
