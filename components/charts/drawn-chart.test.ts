import { expect, test } from "vitest";
import { hasValues, isAlone, isOfWholeNumbers, withoutParts } from "./drawn-chart";

const chartOf = (...values: readonly (readonly (number | null)[])[]) => ({
  points: values.map((one, step) => ({ at: String(step), told: "", values: one })),
});

test("a value without neighbours is alone, whatever the other parts have", () => {
  const chart = chartOf([1, 5], [null, 5], [2, null], [null, 5], [3, 5], [4, 5]);
  const alone = (part: number) => chart.points.flatMap((_, step) => (isAlone(chart, part, step) ? [step] : []));
  expect([alone(0), alone(1)]).toEqual([[0, 2], []]);
});

test("an axis of whole numbers needs no fractions", () => {
  expect([isOfWholeNumbers(chartOf([1, null], [2, 3])), isOfWholeNumbers(chartOf([1.5]))]).toEqual([true, false]);
});

test("a chart without values has nothing to draw", () => {
  expect([hasValues(chartOf([0, null])), hasValues(chartOf([0], [0.1]))]).toEqual([false, true]);
});

test("a hidden part takes its values along, and the others keep theirs", () => {
  const parts = ["Fraud", "Support", "All others"].map((label) => ({ label, colour: "" }));
  const chart = {
    label: "Calls",
    drawnAs: "bars" as const,
    format: String,
    parts,
    ...chartOf([1, 2, 97], [3, null, 9]),
  };
  const shown = withoutParts(chart, new Set(["Support", "All others"]));
  expect(shown.parts.map(({ label }) => label)).toEqual(["Fraud"]);
  expect(shown.points.map(({ values }) => values)).toEqual([[1], [3]]);
  expect(withoutParts(chart, new Set())).toBe(chart);
});
