import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { parseConfig } from "@/lib/settings/parse";

function parsed(info: object) {
  const yaml = JSON.stringify({
    model_list: [{ model_name: "m", gateway_params: { model: "openai/m" }, model_info: info }],
  });
  const context = { environment: readEnvironment({}), isKnownProvider: () => true };
  const { file, findings } = parseConfig(yaml, "config.yaml", context);
  return {
    isUsable: file !== undefined,
    info: file?.model_list[0]?.model_info,
    faults: findings.filter(({ number }) => ["C010", "C011", "C184", "C199"].includes(number)),
  };
}

test("facts of LiteLLM and of the operator in model_info refuse nothing and need no word", () => {
  const facts = {
    mode: "chat",
    base_model: "azure/gpt-4o",
    supports_vision: true,
    max_input_tokens: 128_000,
    owner: "x",
  };
  const info = { id: "a", base_model: "azure/gpt-4o", max_input_tokens: 128_000 };
  expect(parsed({ id: "a", ...facts })).toEqual({ isUsable: true, info, faults: [] });
});

test.each([
  ["descripton", "rename it to description if that is meant"],
  ["output_cost_per_pixel", undefined],
])("a fact %s that was probably meant as a setting is a warning", (key, fix) => {
  const { isUsable, faults } = parsed({ [key]: 1 });
  expect(isUsable).toBe(true);
  expect(faults).toMatchObject([{ number: "C199", severity: "warning", path: `model_list.0.model_info.${key}` }]);
  expect(faults[0]?.fix).toBe(fix);
});

test("a setting in model_info with a wrong value is still refused", () => {
  expect(parsed({ description: 7 }).isUsable).toBe(false);
});
