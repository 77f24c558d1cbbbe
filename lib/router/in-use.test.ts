import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contender } from "./contender";
import type { Availability, Recall } from "./health";
import { positionsInUse } from "./in-use";

type Member = "well" | "on trial" | readonly [until: number, recall: Recall];

function group(members: readonly Member[], weights: readonly number[] = []): Contender[] {
  return members.map((member, position) => {
    const availability: Availability =
      typeof member === "string" ? { state: member } : { state: "on cooldown", until: member[0], recall: member[1] };
    const load = { inFlight: 0, requests: 0, tokens: 0, credit: 0 };
    return { weight: weights[position], rpm: undefined, tpm: undefined, availability, load, isTried: false };
  });
}
const some = (until: number): Member => [until, "serves some"];
const none = (until: number): Member => [until, "serves none"];

const cases: [what: string, members: Member[], inUse: number[]][] = [
  ["all of a healthy group", ["well", "well"], [0, 1]],
  ["what is on trial", ["well", "on trial", some(1)], [0, 1]],
  ["half of a group, without those on cooldown", ["well", some(1)], [0]],
  ["one of two if both are on cooldown, the one whose cooldown ends first", [some(9), some(4)], [1]],
  ["half of eight", ["well", some(9), some(3), some(7), none(1), some(5), none(2), none(8)], [0, 2, 5, 3]],
  ["the larger half of three", ["well", some(9), some(4)], [0, 2]],
  ["nothing that serves no calls, however small the rest", ["well", none(1), none(2), none(3)], [0]],
  ["nothing whose upstream asked for a pause", ["well", [1, "asked to wait"], [2, "asked to wait"]], [0]],
  ["nothing whose access is refused", [[1, "access refused"], [2, "asked to wait"], some(3)], [2]],
  ["none if none serves any calls", [none(1), [2, "asked to wait"]], []],
];
test.each(cases)("in use is %s", (_what, members, inUse) => {
  expect(positionsInUse(group(members))).toEqual(inUse);
});

test("a deployment of weight 0 stands in for half of its group before one on cooldown is recalled", () => {
  expect(positionsInUse(group([some(1), some(2), "well"], [1, 1, 0]))).toEqual([2]);
  expect(positionsInUse(group([some(1), some(2), "well"], [1, 1, 1]))).toEqual([2, 0]);
});

test("whatever the health of a group, all its deployments that are not on cooldown are in use, and Retry-After holds", () => {
  const recall = fc.constantFrom<Recall>("serves some", "serves none", "asked to wait", "access refused");
  const member = fc.oneof(fc.constantFrom<Member>("well", "on trial"), fc.tuple(fc.nat(99), recall));
  fc.assert(
    fc.property(fc.array(member, { minLength: 2, maxLength: 20 }), (members) => {
      const inUse = positionsInUse(group(members));
      const half = Math.ceil(members.length / 2);
      const recalled = inUse.map((position) => members[position]).filter((one) => typeof one !== "string");
      expect(recalled.every((one) => one?.[1] === "serves some")).toBe(true);
      members.forEach((one, position) => {
        if (typeof one === "string") expect(inUse).toContain(position);
      });
      const able = members.filter((one) => typeof one === "string" || one[1] === "serves some").length;
      expect(inUse.length).toBeGreaterThanOrEqual(Math.min(half, able));
      expect(new Set(inUse).size).toBe(inUse.length);
    }),
  );
});
