import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseDeployment } from "./balance";
import type { Contender, Load } from "./contender";
import type { Recall } from "./health";

interface Options extends Partial<Omit<Contender, "load">>, Partial<Load> {}
function contender({
  inFlight = 0,
  requests = 0,
  tokens = 0,
  weight,
  rpm,
  tpm,
  availability = { state: "well" },
  isTried = false,
}: Options = {}): Contender {
  return { weight, rpm, tpm, availability, load: { inFlight, requests, tokens }, isTried };
}
const resting = (until: number, recall: Recall = "serves none"): Options => ({
  availability: { state: "resting", until, recall },
});
const choose = (group: readonly Options[], random = 0, tokens = 10) =>
  chooseDeployment(group.map(contender), { random, tokens });

describe("the choice", () => {
  const cases: [what: string, group: Options[], random: number, position: number][] = [
    ["goes by weight while nothing is running", [{ weight: 3 }, { weight: 1 }], 0.74, 0],
    ["goes by weight while nothing is running", [{ weight: 3 }, { weight: 1 }], 0.76, 1],
    ["counts a missing weight as 1", [{}, { weight: 1 }], 0.5, 1],
    ["goes to the one with the fewest running calls", [{ inFlight: 2 }, { inFlight: 1 }, { inFlight: 3 }], 0.99, 1],
    [
      "weighs the running calls",
      [
        { weight: 4, inFlight: 2 },
        { weight: 1, inFlight: 1 },
      ],
      0.99,
      0,
    ],
    ["takes one without weight only if no other can", [{ weight: 0 }, { weight: 1, inFlight: 99 }], 0, 1],
    ["takes one without weight only if no other can", [{ weight: 0 }, { weight: 1, ...resting(5) }], 0, 0],
    ["shares equally if none has weight", [{ weight: 0 }, { weight: 0 }], 0.6, 1],
    ["leaves out what is on cooldown", [resting(5), {}], 0, 1],
    ["tries what was on cooldown", [resting(5), { availability: { state: "on trial" } }], 0, 1],
    ["leaves out what has had its requests", [{ rpm: 2, requests: 2 }, {}], 0, 1],
    ["takes the last request of a minute", [{ rpm: 2, requests: 1 }, { inFlight: 1 }], 0, 0],
    ["leaves out what the call's tokens do not fit into", [{ tpm: 100, tokens: 91 }, {}], 0, 1],
    ["takes what they just fit into", [{ tpm: 100, tokens: 90 }, { inFlight: 1 }], 0, 0],
    ["lets the first call of a minute pass, however large", [{ tpm: 5 }, { inFlight: 1 }], 0, 0],
    ["prefers what the call has not tried, however busy it is", [{ isTried: true }, { inFlight: 9 }], 0, 1],
    ["goes to what the call has tried rather than to what is on cooldown", [{ isTried: true }, resting(5)], 0, 0],
    ["goes to what the call has tried if nothing else has room", [{ isTried: true }, { rpm: 1, requests: 1 }], 0, 0],
    ["goes by the load among those that the call has tried", [{ isTried: true, inFlight: 1 }, { isTried: true }], 0, 1],
  ];
  test.each(cases)("the choice %s: %j at %d", (_what, group, random, position) => {
    expect(choose(group, random)).toEqual({ kind: "chosen", position });
  });

  test("if all deployments are on cooldown the choice is the one whose cooldown ends first, as a last resort", () => {
    expect(choose([resting(9), resting(4), resting(7)])).toEqual({
      kind: "last resort",
      position: 1,
      until: 4,
      recall: "serves none",
    });
  });

  test("if all deployments in use have reached their limits, one on cooldown is the last resort", () => {
    expect(choose([{ rpm: 1, requests: 1 }, resting(4)])).toMatchObject({ kind: "last resort", position: 1 });
  });

  test("if no deployment has room left, all are busy", () => {
    const full = { rpm: 1, requests: 1 };
    expect(choose([full, full])).toEqual({ kind: "all busy" });
    expect(choose([full, { ...full, ...resting(4) }])).toEqual({ kind: "all busy" });
    expect(choose([full, resting(4, "asked to wait")])).toEqual({ kind: "all busy" });
  });

  test("a group of one deployment is treated like a larger one whose others have no room", () => {
    const groups: Options[] = [
      {},
      { weight: 0 },
      resting(4),
      { ...resting(4), rpm: 1, requests: 1 },
      { rpm: 1, requests: 1 },
      { tpm: 100, tokens: 91 },
      { tpm: 100, tokens: 90 },
      { tpm: 5 },
      { inFlight: 9 },
    ];
    const full: Options = { ...resting(9), rpm: 1, requests: 1 };
    for (const one of groups) expect(choose([one])).toEqual(choose([one, full]));
  });

  test("each idle deployment gets its share, whatever the random numbers", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), (weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const counts = weights.map(() => 0);
        for (let step = 0; step < total; step++) {
          const choice = choose(
            weights.map((weight) => ({ weight })),
            (step + 0.5) / total,
          );
          if (choice.kind === "chosen") counts[choice.position] = (counts[choice.position] ?? 0) + 1;
        }
        expect(counts).toEqual(weights);
      }),
    );
  });
});
