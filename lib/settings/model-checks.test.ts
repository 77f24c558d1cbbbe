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
