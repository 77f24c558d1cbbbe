import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import type { OpenSealed } from "@/lib/store/open-sealed";
import { decodeModel, encodeModel, type StoredModelData } from "./stored-models";

const opening =
  (secrets: object): OpenSealed =>
  (sealed, context) =>
    sealed === "sealed" && context === "m-1" ? { text: JSON.stringify(secrets) } : { fault: "damaged" };
const entry = modelEntry.parse({
  model_name: "m",
  gateway_params: { model: "openai/x", api_key: "sk-0123456789abcdefWXYZ", weight: 2, input_cost_per_token: 0.001 },
  model_info: { id: "m-1", description: "D" },
});
const row = (changes: Partial<StoredModelData> = {}): StoredModelData => {
  const { modelName, params, info } = encodeModel(entry);
  return { id: "m-1", modelName, params, info, sealed: "sealed", ...changes };
};
const decode = (data: StoredModelData, secrets: object = { api_key: "sk-0123456789abcdefWXYZ" }) =>
  decodeModel(data, opening(secrets), (name) => name === "openai");

test("secrets are stored apart, and the entry is whole again when it is read", () => {
  const { params, info, secrets, hints } = encodeModel(entry);
  expect([params, info, secrets, hints]).toEqual([
    { model: "openai/x", weight: 2, input_cost_per_token: 0.001 },
    { description: "D" },
    { api_key: "sk-0123456789abcdefWXYZ" },
    { api_key: "sk-…WXYZ" },
  ]);
  const decoded = decode(row());
  expect(decoded).toEqual({ entry, unusable: undefined });
  expect(decoded.entry.gateway_params.api_key?.reveal()).toBe("sk-0123456789abcdefWXYZ");
});

describe("an entry that cannot be used keeps its name and place, and says why", () => {
  const cases: [what: string, data: StoredModelData, unusable: string][] = [
    ["a seal that is not its own", row({ id: "m-2" }), "its encrypted key is damaged"],
    [
      "a field of another version",
      row({ params: { model: "openai/x", tomorrow: 1 } }),
      "does not understand its gateway_params",
    ],
    ["no parameters at all", row({ params: null }), "does not understand its gateway_params"],
    ["a provider that is not built in any more", row({ params: { model: "acme/x" } }), "needs an api_base"],
  ];
  test.each(cases)(
    "an entry that cannot be used keeps its name and place and says why: %s",
    (_what, data, unusable) => {
      const decoded = decode(data);
      expect(decoded.unusable).toContain(unusable);
      expect(decoded.unusable).not.toContain("0123456789");
      expect(decoded.entry).toMatchObject({ model_name: "m", model_info: { id: data.id } });
    },
  );

  test("a key other than this node's is reported as that", () => {
    expect(
      decodeModel(
        row(),
        () => ({ fault: "another key" }),
        () => true,
      ).unusable,
    ).toContain("GATEWAY_ENCRYPTION_KEY");
  });
});
