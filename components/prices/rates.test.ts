import { describe, expect, test } from "vitest";
import { PRICE_NAMES } from "@/lib/config/prices/price-names";
import { RATES, rateFaults, ratesOf, rateView, shownRate } from "./rates";

describe("rates", () => {
  test("every rate has its own label", () => {
    expect(new Set(RATES.map(({ label }) => label)).size).toBe(PRICE_NAMES.length);
  });

  test.each([
    ["input_cost_per_token", "1M tokens"],
    ["cache_read_input_token_cost_above_200k_tokens", "1M tokens"],
    ["output_cost_per_image_token", "1M tokens"],
    ["output_cost_per_image", "image"],
    ["input_cost_per_second", "second"],
    ["input_cost_per_character", "1M characters"],
    ["input_cost_per_request", "call"],
  ] as const)("the rate %s is shown by the %s", (name, unit) => expect(rateView(name).unit.label).toBe(unit));

  test("a rate for long prompts says from how many tokens on it applies", () => {
    expect(rateView("output_cost_per_token_above_128k_tokens").label).toBe("Output, prompts above 128k");
  });

  test("rates are sent in dollars per unit, to the last digit", () => {
    expect(
      ratesOf({
        input_cost_per_token: "0.15",
        output_cost_per_token: " 2.5 ",
        input_cost_per_request: "0.01",
        input_cost_per_second: "",
      }),
    ).toEqual({
      input_cost_per_token: 1.5e-7,
      output_cost_per_token: 2.5e-6,
      input_cost_per_request: 0.01,
    });
  });

  test("rates are shown as they were typed", () => {
    for (const typed of ["0.15", "3", "0.075", "12.5"]) {
      const { input_cost_per_token: sent = Number.NaN } = ratesOf({ input_cost_per_token: typed });
      expect(shownRate("input_cost_per_token", sent)).toBeCloseTo(Number(typed), 9);
    }
  });

  test("a faulty rate is refused at its field", () => {
    expect([
      ...rateFaults({ input_cost_per_token: "-1", output_cost_per_token: "1", input_cost_per_second: "1e2" }),
    ]).toEqual(["input_cost_per_token", "input_cost_per_second"]);
  });
});
