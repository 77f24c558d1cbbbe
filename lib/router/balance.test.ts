import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseDeployment, type Contender, type Load } from "./balance";

interface Options extends Partial<Omit<Contender, "load">>, Partial<Load> {}
function contender({
  inFlight = 0,
  requests = 0,
  tokens = 0,
  weight,
  rpm,
  tpm,
  availability = { state: "well" },
}: Options = {}): Contender {
  return { weight, rpm, tpm, availability, load: { inFlight, requests, tokens } };
}
const resting = (until: number): Options => ({ availability: { state: "resting", until } });
const choose = (group: readonly Options[], random = 0, tokens = 10) =>
  chooseDeployment(group.map(contender), { random, tokens });

describe("the choice", () => {
  const cases: [what: string, group: Options[], random: number, position: number][] = [
    ["goes by weight while nothing is under way", [{ weight: 3 }, { weight: 1 }], 0.74, 0],
    ["goes by weight while nothing is under way", [{ weight: 3 }, { weight: 1 }], 0.76, 1],
    ["counts a missing weight as 1", [{}, { weight: 1 }], 0.5, 1],
    ["goes to the one with the fewest calls under way", [{ inFlight: 2 }, { inFlight: 1 }, { inFlight: 3 }], 0.99, 1],
    [
      "weighs the calls under way",
      [
        { weight: 4, inFlight: 2 },
        { weight: 1, inFlight: 1 },
      ],
      0.99,
      0,
    ],
    ["takes one without weight only when no other can", [{ weight: 0 }, { weight: 1, inFlight: 99 }], 0, 1],
    ["takes one without weight only when no other can", [{ weight: 0 }, { weight: 1, ...resting(5) }], 0, 0],
    ["shares equally where none has weight", [{ weight: 0 }, { weight: 0 }], 0.6, 1],
    ["leaves out what rests", [resting(5), {}], 0, 1],
    ["tries what has rested", [resting(5), { availability: { state: "on trial" } }], 0, 1],
    ["leaves out what has had its requests", [{ rpm: 2, requests: 2 }, {}], 0, 1],
    ["takes the last request of a minute", [{ rpm: 2, requests: 1 }, { inFlight: 1 }], 0, 0],
    ["leaves out what the call's tokens do not fit into", [{ tpm: 100, tokens: 91 }, {}], 0, 1],
    ["takes what they just fit into", [{ tpm: 100, tokens: 90 }, { inFlight: 1 }], 0, 0],
    ["lets the first call of a minute pass, however large", [{ tpm: 5 }, { inFlight: 1 }], 0, 0],
  ];
  test.each(cases)("the choice %s: %j at %d", (_what, group, random, position) => {
    expect(choose(group, random)).toEqual({ kind: "chosen", position });
  });

  test("if all deployments are on cooldown the choice says until when, and if all are busy it says so", () => {
    expect(choose([resting(9), resting(4), resting(7)])).toEqual({ kind: "all resting", until: 4 });
    expect(choose([{ rpm: 1, requests: 1 }, resting(4)])).toEqual({ kind: "all busy" });
  });

  test("a group of one is asked the same questions as any group", () => {
    const groups: Options[] = [
      {},
      { weight: 0 },
      resting(4),
      { rpm: 1, requests: 1 },
      { tpm: 100, tokens: 91 },
      { tpm: 100, tokens: 90 },
      { tpm: 5 },
      { inFlight: 9 },
    ];
    for (const one of groups) expect(choose([one])).toEqual(choose([one, resting(9)]));
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
