import { expect, test } from "vitest";
import { listedModels } from "./listed-models";
import { UnhurriedWork } from "./unhurried-work";

const entry = (model_name: string, model = model_name) => ({ model_name, gateway_params: { model } });
const unpaused = () =>
  new UnhurriedWork(
    async () => {},
    () => 0,
  );
const listPricedModels = (): string[] => ["one", "two"];

test("exact names are listed as they are, and patterns as the known models that match them", async () => {
  const entries = Object.freeze([entry("x", "openai/gpt"), entry("b/*", "acme/*"), entry("b/o*", "zeta/o*")]);
  expect(await listedModels(entries, { listPricedModels, includePatterns: false }, unpaused())).toEqual([
    { name: "x", provider: "openai" },
    { name: "b/one", provider: "zeta" },
    { name: "b/two", provider: "acme" },
  ]);
  const names = await listedModels(entries, { listPricedModels, includePatterns: true }, unpaused());
  expect(names.map(({ name }) => name)).toEqual(["x", "b/*", "b/one", "b/two", "b/o*"]);
});

test.each([
  ["that take 1 ms", 1, 5],
  ["that take a tenth of that", 0.1, 50],
  ["that take 20 ms", 20, 1],
])(
  "a thousand patterns are listed once for everybody who asks, and steps %s make turns of 5 ms at most",
  async (_, stepMs, most) => {
    const entries = Object.freeze(Array.from({ length: 1_000 }, (__, at) => entry(`fam${at}/*`, "openai/*")));
    let time = 0;
    let steps = 0;
    const turns: number[] = [];
    const pause = async (): Promise<void> => {
      turns.push(steps);
      steps = 0;
    };
    const now = (): number => {
      steps++;
      return (time += stepMs);
    };
    const ask = () =>
      listedModels(entries, { listPricedModels, includePatterns: false }, new UnhurriedWork(pause, now));
    const [list, again] = await Promise.all([ask(), ask()]);
    expect([list.length, again === list, (await ask()) === list]).toEqual([2_000, true, true]);
    expect(turns.length).toBeGreaterThan(3_000 / (most + 2));
    expect(Math.max(...turns)).toBeLessThanOrEqual(most + 3);
  },
);
