import { expect, test } from "vitest";
import { linkedPrice } from "./linked-price";

const entry = (model_name: string, upstream_model: string) => ({ model_name, upstream_model });
const list = { data: [entry("house", "vllm/house-70b"), entry("deep/*", "openrouter/deep/*")] };

test.each([
  ["", undefined],
  ["1", { provider: "", model: "" }],
  ["house", { provider: "vllm", model: "house-70b" }],
  ["deep/thought", { provider: "openrouter", model: "deep/thought" }],
  ["nobody-serves-this", { provider: "", model: "" }],
])("the form of a new price that is asked for with %j begins with %j", (asked, priced) => {
  expect(linkedPrice(asked, list)).toEqual(priced);
});

test("the form of a new price waits for the models", () => {
  expect(linkedPrice("house", undefined)).toBeUndefined();
  expect(linkedPrice("1", undefined)).toEqual({ provider: "", model: "" });
});
