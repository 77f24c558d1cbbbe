import { describe, expect, test } from "vitest";
import type { ModelView } from "@/lib/wire/model";
import { modelNamed, namesServedBy } from "./model-named";

const entry = (id: string, model_name: string): ModelView => ({
  id,
  model_name,
  gateway_params: {},
  model_info: {},
  upstream_model: model_name,
  provider: "openai",
  api_base: null,
  source: "file",
  taken_over: false,
  priced: true,
  prices: null,
  price_version: null,
  unusable: null,
  credential_failure: null,
  in_flight: 0,
  cooldowns: [],
  created_by: null,
  created_at: null,
  updated_at: null,
});
const LIST = {
  data: [entry("a", "gpt-4o"), entry("b", "openai/*"), entry("c", "gpt-4o"), entry("d", "openai/gpt-4*")],
  findings: [],
  overlaps: [],
  overlaps_truncated: false,
};

describe("A model name", () => {
  test.each([
    ["gpt-4o", { ids: ["a", "c"], isPattern: false, served: undefined }],
    ["openai/*", { ids: ["b"], isPattern: true, served: undefined }],
    ["openai/o3", { ids: ["b"], isPattern: false, served: "openai/*" }],
    ["openai/gpt-4.1", { ids: ["d"], isPattern: false, served: "openai/gpt-4*" }],
  ])("%s stands for the entries that share its calls", (name, { ids, ...rest }) => {
    const found = modelNamed(name, LIST);
    expect(found?.entries.map(({ id }) => id)).toEqual(ids);
    expect(found).toMatchObject(rest);
  });

  test("that no entry serves stands for nothing", () => {
    expect(modelNamed("claude", LIST)).toBeUndefined();
  });

  test("is counted for the pattern that serves it, not for a wider one", () => {
    const names = ["gpt-4o", "openai/o3", "openai/gpt-4.1", "unknown"];
    expect(namesServedBy("openai/*", names, LIST)).toEqual(["openai/o3"]);
    expect(namesServedBy("openai/gpt-4*", names, LIST)).toEqual(["openai/gpt-4.1"]);
  });
});
