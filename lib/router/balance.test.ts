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
  credit = 0,
  weight,
  rpm,
  tpm,
  availability = { state: "well" },
  isTried = false,
}: Options = {}): Contender {
  return { weight, rpm, tpm, availability, load: { inFlight, requests, tokens, credit }, isTried };
}
const onCooldown = (until: number, recall: Recall = "serves none"): Options => ({
  availability: { state: "on cooldown", until, recall },
});
const choose = (group: readonly Options[], random = 0, tokens = 10) =>
  chooseDeployment(group.map(contender), { random, tokens });

describe("the choice", () => {
  const cases: [what: string, group: Options[], random: number, position: number][] = [
    ["goes by weight first", [{ weight: 1 }, { weight: 3 }], 0, 1],
    [
      "goes to the one that has got the least of its share",
      [
        { weight: 3, credit: -2 },
        { weight: 1, credit: 2 },
      ],
      0,
      1,
    ],
    ["breaks ties at random", [{}, {}], 0.5, 1],
    ["counts a missing weight as 1", [{}, { weight: 1 }], 0.5, 1],
    ["goes to the one with the fewest running calls", [{ inFlight: 2 }, { inFlight: 1 }, { inFlight: 3 }], 0.99, 1],
    ["does not count running calls beside a weight", [{ weight: 4, inFlight: 50 }, { weight: 1 }], 0.99, 0],
    ["takes one without weight only if no other can", [{ weight: 0 }, { weight: 1, inFlight: 99 }], 0, 1],
    ["takes one without weight only if no other can", [{ weight: 0 }, { weight: 1, ...onCooldown(5) }], 0, 0],
    ["shares equally if none has weight", [{ weight: 0 }, { weight: 0 }], 0.6, 1],
    ["leaves out what is on cooldown", [onCooldown(5), {}], 0, 1],
    ["tries what was on cooldown", [onCooldown(5), { availability: { state: "on trial" } }], 0, 1],
    ["leaves out what has had its requests", [{ rpm: 2, requests: 2 }, {}], 0, 1],
    ["takes the last request of a minute", [{ rpm: 2, requests: 1 }, { inFlight: 1 }], 0, 0],
    ["leaves out what the call's tokens do not fit into", [{ tpm: 100, tokens: 91 }, {}], 0, 1],
    ["takes what they just fit into", [{ tpm: 100, tokens: 90 }, { inFlight: 1 }], 0, 0],
    ["lets the first call of a minute pass, however large", [{ tpm: 5 }, { inFlight: 1 }], 0, 0],
    ["prefers what the call has not tried, however busy it is", [{ isTried: true }, { inFlight: 9 }], 0, 1],
    ["goes to what the call has tried rather than to what is on cooldown", [{ isTried: true }, onCooldown(5)], 0, 0],
    ["goes to what the call has tried if nothing else has room", [{ isTried: true }, { rpm: 1, requests: 1 }], 0, 0],
    ["goes by the load among those that the call has tried", [{ isTried: true, inFlight: 1 }, { isTried: true }], 0, 1],
  ];
  test.each(cases)("the choice %s: %j at %d", (_what, group, random, position) => {
    expect(choose(group, random)).toMatchObject({ kind: "chosen", position });
  });

  test("if all deployments are on cooldown the choice is the one whose cooldown ends first, as a last resort", () => {
    expect(choose([onCooldown(9), onCooldown(4), onCooldown(7)])).toEqual({
      kind: "last resort",
      position: 1,
      until: 4,
      recall: "serves none",
    });
  });

  test("if all deployments in use have reached their limits, one on cooldown is the last resort", () => {
    expect(choose([{ rpm: 1, requests: 1 }, onCooldown(4)])).toMatchObject({ kind: "last resort", position: 1 });
  });

  test("if no deployment has room left, all are busy", () => {
    const full = { rpm: 1, requests: 1 };
    expect(choose([full, full])).toEqual({ kind: "all busy" });
    expect(choose([full, { ...full, ...onCooldown(4) }])).toEqual({ kind: "all busy" });
    expect(choose([full, onCooldown(4, "asked to wait")])).toEqual({ kind: "all busy" });
  });

  test("a group of one deployment is treated like a larger one whose others have no room", () => {
    const groups: Options[] = [
      {},
      { weight: 0 },
      onCooldown(4),
      { ...onCooldown(4), rpm: 1, requests: 1 },
      { rpm: 1, requests: 1 },
      { tpm: 100, tokens: 91 },
      { tpm: 100, tokens: 90 },
      { tpm: 5 },
      { inFlight: 9 },
    ];
    const full: Options = { ...onCooldown(9), rpm: 1, requests: 1 };
    for (const one of groups) expect(choose([one])).toEqual(choose([one, full]));
  });

  test("each deployment gets its share to within one call, whatever the random numbers and what is running", () => {
    const share = fc.record({ weight: fc.integer({ min: 1, max: 20 }), inFlight: fc.nat(50) });
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 2, maxLength: 5 }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 100 }),
        (group, numbers) => {
          const total = group.reduce((sum, { weight }) => sum + weight, 0);
          const states = group.map((one) => ({ ...one, credit: 0, count: 0 }));
          for (const random of numbers) {
            const choice = choose(states, random);
            if (choice.kind !== "chosen") throw new Error("nothing was chosen");
            choice.credits?.forEach((credit, position) => Object.assign(states[position] ?? {}, { credit }));
            const chosen = states[choice.position];
            if (chosen) chosen.count++;
          }
          for (const { weight, count } of states)
            expect(Math.abs(count - (numbers.length * weight) / total)).toBeLessThan(group.length);
        },
      ),
    );
  });

  test("a deployment that could take no call for a while is not flooded once it can", () => {
    const states = [
      { weight: 1, credit: 0 },
      { weight: 1, credit: 0 },
      { weight: 1, credit: 0 },
    ];
    const chosen: number[] = [];
    for (let call = 0; call < 30; call++) {
      const group = states.map((state, position) =>
        position === 2 && call < 20 ? { ...state, ...onCooldown(5) } : state,
      );
      const choice = choose(group);
      if (choice.kind !== "chosen") throw new Error("nothing was chosen");
      choice.credits?.forEach((credit, position) => Object.assign(states[position] ?? {}, { credit }));
      chosen.push(choice.position);
    }
    expect(chosen.slice(0, 20)).not.toContain(2);
    expect(chosen.slice(20).filter((position) => position === 2).length).toBeLessThanOrEqual(4);
  });
});
