import { expect, test } from "vitest";
import { BENCH_USAGE, readBenchOptions } from "./options";

test("the usage shows every option with its default", () => {
  const values = [...BENCH_USAGE.matchAll(/^ {2}(--\w+) ([\d,]+) /gm)].flatMap(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  expect(values).toHaveLength(10);
  expect(readBenchOptions(values)).toEqual(readBenchOptions([]));
  const named = [...BENCH_USAGE.matchAll(/^ {2}--(\w+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(readBenchOptions([])).sort());
});

test.each([[["--rounds", "0"]], [["--seconds", "x"]], [["--unknown"]], [["--help"]]])(
  "the options %j are refused",
  (parameters) => {
    expect(() => readBenchOptions(parameters)).toThrow(parameters[0]);
  },
);
