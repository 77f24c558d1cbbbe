import { expect, test } from "vitest";
import { listedModels } from "./listed-models";

const entry = (model_name: string, model = model_name) => ({ model_name, gateway_params: { model } });
const listPricedModels = (): string[] => ["one", "two"];

test("exact names are listed as they are, and patterns as the known models that match them", async () => {
  const entries = Object.freeze([entry("x", "openai/gpt"), entry("b/*", "acme/*"), entry("b/o*", "zeta/o*")]);
  expect(await listedModels(entries, { listPricedModels, includePatterns: false }, async () => {})).toEqual([
    { name: "x", provider: "openai" },
    { name: "b/one", provider: "zeta" },
    { name: "b/two", provider: "acme" },
  ]);
  const names = await listedModels(entries, { listPricedModels, includePatterns: true }, async () => {});
  expect(names.map(({ name }) => name)).toEqual(["x", "b/*", "b/one", "b/two", "b/o*"]);
});

test("a thousand patterns are listed in many short turns, once for everybody who asks", async () => {
  const entries = Object.freeze(Array.from({ length: 1_000 }, (_, at) => entry(`fam${at}/*`, "openai/*")));
  let pauses = 0;
  const pause = async (): Promise<void> => void pauses++;
  const ask = () => listedModels(entries, { listPricedModels, includePatterns: false }, pause);
  const [list, again] = await Promise.all([ask(), ask()]);
  expect([list.length, pauses, again === list, (await ask()) === list]).toEqual([2_000, 8, true, true]);
});
