import { expect, test, vi } from "vitest";
import { priceObject } from "@/lib/config/price-settings";
import { checkModels } from "./model-checks";

test("checking many entries makes no schema, because zod compiles each one again", () => {
  const strip = vi.spyOn(priceObject, "strip");
  const entries = Array.from({ length: 100 }, (_, at) => ({
    model_name: `m${at}`,
    gateway_params: { model: "openai/m", input_cost_per_token_above_200k_tokens: 1 },
  }));
  expect(checkModels(entries, () => true).map(({ number }) => number)).toEqual(entries.map(() => "C025"));
  expect(strip).not.toHaveBeenCalled();
});

test("checking many entries of one address parses it once, and its host once for each", () => {
  const canParse = vi.spyOn(URL, "canParse");
  const entries = Array.from({ length: 100 }, (_, at) => ({
    model_name: `m${at}`,
    gateway_params: { model: "openai/m", api_base: "http://models.example.com/v1" },
  }));
  expect(checkModels(entries, () => true).map(({ number }) => number)).toEqual(entries.map(() => "C039"));
  expect(canParse.mock.calls.length).toBeLessThanOrEqual(entries.length + 1);
});

test("of entries with one name, those that are identical are found, whatever the order of their settings", () => {
  const entry = (model_name: string, params: object) => ({
    model_name,
    gateway_params: { model: "openai/m", ...params },
  });
  const entries = [
    entry("a", { rpm: 1, tpm: 2 }),
    entry("b", { rpm: 1, tpm: 2 }),
    entry("a", { rpm: 2 }),
    entry("a", { tpm: 2, rpm: 1 }),
  ];
  expect(checkModels(entries, () => true).map(({ number, path }) => [number, path])).toEqual([
    ["C040", ["model_list", 3]],
  ]);
});
