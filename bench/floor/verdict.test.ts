import { expect, test } from "vitest";
import { acceptedFloor, judge, medianOf, raisedFigures, spreadOf, wantsMoreRounds } from "./verdict";

const narrow = (ratio: number): number[] => [0.99, 0.995, 1, 1.005, 1.01].map((part) => part * ratio);
const wide = (ratio: number): number[] => [0.8, 0.9, 1, 1.1, 1.2].map((part) => part * ratio);

test.each([
  ["a figure without a floor is new", narrow(2), undefined, "new"],
  ["the same ratio is kept", narrow(2), 2, "kept"],
  ["less than 3 % more is kept", narrow(2.059), 2, "kept"],
  ["3 % more is higher", narrow(2.061), 2, "higher"],
  ["less than 8 % more is higher", narrow(2.159), 2, "higher"],
  ["8 % more is too high", narrow(2.161), 2, "too high"],
  ["less than 3 % less is kept", narrow(1.941), 2, "kept"],
  ["3 % less is lower", narrow(1.939), 2, "lower"],
  ["a difference within the spread is unsure, however large", wide(2.3), 2, "unsure"],
  ["and so is a smaller ratio within the spread", wide(1.8), 2, "unsure"],
  ["a wide spread that leaves the floor out is too high", wide(3), 2, "too high"],
  ["one slow round does not make a figure higher", [2, 2, 2, 2, 9], 2, "kept"],
  ["two slow rounds of five do not either", [2, 2, 2, 3, 9], 2, "kept"],
])("%s", (_what, values, floor, judgement) => {
  const [verdict] = judge({ figure: values }, floor === undefined ? {} : { figure: floor });
  expect(verdict?.judgement).toBe(judgement);
  expect(wantsMoreRounds(verdict ? [verdict] : [])).toBe(judgement === "unsure");
});

test.each([
  ["of five rounds all", 5, [1, 5]],
  ["of eight rounds all but one on each side", 8, [2, 7]],
  ["of fifteen rounds all but three on each side", 15, [4, 12]],
  ["of one round that one", 1, [1, 1]],
])("the spread has %s", (_what, rounds, spread) => {
  expect(spreadOf(Array.from({ length: rounds }, (_, index) => rounds - index))).toEqual(spread);
});

test("the median of an even number of rounds lies between the two in the middle", () => {
  expect(medianOf([4, 1, 2, 3])).toBe(2.5);
  expect(medianOf([3, 1, 2])).toBe(2);
});

test("accepting writes what differs and keeps what the run cannot distinguish", () => {
  const ratios = {
    same: narrow(2.01),
    higher: narrow(2.3),
    lower: narrow(1.50049),
    new: narrow(5),
  };
  const floor = { same: 2, higher: 2, lower: 2, gone: 1 };
  const accepted = acceptedFloor(judge(ratios, floor));
  expect(accepted).toEqual({ same: 2, higher: 2.3, lower: 1.5, new: 5 });
  expect(raisedFigures(floor, accepted)).toEqual(["higher"]);
});
