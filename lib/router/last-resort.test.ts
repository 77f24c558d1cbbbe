import { expect, test } from "vitest";
import type { Contender } from "./contender";
import type { Recall } from "./health";
import { findLastResort } from "./last-resort";

interface Member {
  readonly until: number;
  readonly recall?: Recall;
  readonly isTried?: boolean;
  readonly requests?: number;
}

function contender({ until, recall = "serves none", isTried = false, requests = 0 }: Member): Contender {
  return {
    weight: 1,
    rpm: 1,
    tpm: undefined,
    availability: { state: "on cooldown", until, recall },
    load: { inFlight: 0, requests, tokens: 0, credit: 0 },
    isTried,
  };
}
function positionOf(members: readonly Member[], isBusy = false): number | undefined {
  return findLastResort(members.map(contender), { tokens: 10, isBusy })?.position;
}

const cases: [what: string, members: Member[], position: number | undefined][] = [
  ["the one whose cooldown ends first", [{ until: 9 }, { until: 4 }, { until: 7 }], 1],
  ["one that the call has not tried", [{ until: 4, isTried: true }, { until: 9 }], 1],
  ["one that the call has tried if there is no other", [{ until: 4, isTried: true }], 0],
  ["one that is failing before one that asked for a pause", [{ until: 4, recall: "asked to wait" }, { until: 9 }], 1],
  [
    "one that is failing and was tried before one that asked for a pause",
    [
      { until: 4, recall: "asked to wait" },
      { until: 9, isTried: true },
    ],
    1,
  ],
  [
    "the shortest pause if all have asked for one",
    [
      { until: 9, recall: "asked to wait" },
      { until: 4, recall: "asked to wait" },
    ],
    1,
  ],
  [
    "one that asked for a pause before one that refuses access",
    [
      { until: 4, recall: "access refused" },
      { until: 9, recall: "asked to wait" },
    ],
    1,
  ],
  ["one that refuses access if there is no other", [{ until: 4, recall: "access refused" }], 0],
  ["none that has reached its limits", [{ until: 4, requests: 1 }], undefined],
];
test.each(cases)("the last resort is %s", (_what, members, position) => {
  expect(positionOf(members)).toBe(position);
});

test("while other deployments are merely busy, no pause that an upstream asked for is cut short", () => {
  expect(positionOf([{ until: 4, recall: "asked to wait" }], true)).toBeUndefined();
  expect(positionOf([{ until: 4, recall: "access refused" }, { until: 9 }], true)).toBe(1);
});
