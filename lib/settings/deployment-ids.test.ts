import { expect, test } from "vitest";
import { withIds } from "./deployment-ids";
import { modelEntry } from "@/lib/config/schema";

const entry = (model_name: string, params: object = {}, id?: string) =>
  modelEntry.parse({
    model_name,
    gateway_params: { model: "openai/x", ...params },
    ...(id !== undefined && { model_info: { id } }),
  });
const ids = (...entries: ReturnType<typeof entry>[]) => withIds(entries).map(({ model_info: info }) => info?.id);

test("an entry keeps its id when others come and go, and when its key or price changes", () => {
  const [alone] = ids(entry("a"));
  expect(alone).toMatch(/^file-[0-9a-f]{8}$/);
  expect(ids(entry("b"), entry("a", { api_key: "sk-1", input_cost_per_token: 1, weight: 2 }))[1]).toBe(alone);
});

test("an entry keeps its own id, and no two ids are the same", () => {
  const [made = ""] = ids(entry("a"));
  expect(ids(entry("a", {}, "own"))).toEqual(["own"]);
  expect(ids(entry("a"), entry("a", { api_key: "sk-2" }), entry("b", {}, made))).toEqual([
    `${made}-2`,
    `${made}-3`,
    made,
  ]);
});

test("an entry whose calls go elsewhere gets another id", () => {
  const made = ids(
    entry("a"),
    entry("b"),
    entry("a", { model: "openai/y" }),
    entry("a", { api_base: "https://a.example" }),
    entry("a", { api_version: "1" }),
  );
  expect(new Set(made).size).toBe(5);
});
