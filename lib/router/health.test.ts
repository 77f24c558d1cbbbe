import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Failure } from "./failure";
import { afterFailure, afterNoVerdict, availability, onTrial, type Health } from "./health";

const broken = { failure: { kind: "connection" } as const, blame: "deployment" as const };
const limited = (retryAfterMs: number | undefined) => ({
  failure: { kind: "status", status: 429, retryAfterMs } satisfies Failure,
  blame: "deployment" as const,
});
const policy = { cooldownMs: 5_000, allowedFails: 0 };

describe("a deployment that fails", () => {
  const cases: [
    what: string,
    failures: Parameters<typeof afterFailure>[1][],
    allowedFails: number,
    restsUntil: number | undefined,
  ][] = [
    ["is on cooldown after the first failure if none is allowed", [broken], 0, 5_000],
    ["stays in use after as many failures as are allowed", [broken, broken], 2, undefined],
    ["is on cooldown after one failure more than allowed", [broken, broken, broken], 2, 5_000],
    ["is on cooldown at once for as long as its upstream asks", [limited(20_000)], 2, 20_000],
    ["is on cooldown for at most an hour, whatever its upstream asks", [limited(86_400_000)], 2, 3_600_000],
    ["with a 429 without Retry-After counts as failed like any other", [limited(undefined)], 1, undefined],
    [
      "is on cooldown at once if its access is refused",
      [{ failure: { kind: "status", status: 401, retryAfterMs: undefined }, blame: "access" }],
      2,
      5_000,
    ],
    [
      "is never on cooldown if there is no alternative",
      [broken, limited(9_000), broken],
      Number.POSITIVE_INFINITY,
      undefined,
    ],
    ["stays on cooldown even if a later answer asks for less", [limited(20_000), limited(1)], 0, 20_000],
  ];
  test.each(cases)("a deployment that fails %s", (_what, failures, allowedFails, restsUntil) => {
    const health = failures.reduce<Health | undefined>(
      (known, failure) => afterFailure(known, failure, { cooldownMs: 5_000, allowedFails }, 0),
      undefined,
    );
    expect(health?.restsUntil).toBe(restsUntil);
  });
});

describe("after its rest", () => {
  const rested = afterFailure(undefined, broken, policy, 0);

  test("a deployment gets no call before its cooldown ends, one on trial then, and no other meanwhile", () => {
    expect(availability(rested, 4_999)).toEqual({ state: "resting", until: 5_000 });
    expect(availability(rested, 5_000)).toEqual({ state: "on trial" });
    expect(availability(onTrial(rested, 5_000), 5_001)).toEqual({ state: "resting", until: 6_001 });
  });
  test("a trial that fails starts another cooldown even if more failures are allowed", () => {
    expect(afterFailure(onTrial(rested, 6_000), broken, { ...policy, allowedFails: 9 }, 6_000).restsUntil).toBe(11_000);
  });
  test("a trial without a result lets the next call try", () => {
    expect(availability(afterNoVerdict(onTrial(rested, 6_000)), 6_000)).toEqual({ state: "on trial" });
  });
  test("a healthy deployment is not on trial", () => {
    expect(onTrial(undefined, 1)).toBeUndefined();
    expect(availability(undefined, 1)).toEqual({ state: "well" });
  });
});

test("whatever fails and when, the deployment may be tried again some time later", () => {
  const failures = fc.array(
    fc.record({ after: fc.nat(10_000), asked: fc.option(fc.nat(10_000_000), { nil: undefined }) }),
    { minLength: 1, maxLength: 10 },
  );
  fc.assert(
    fc.property(failures, fc.nat(3), (list, allowedFails) => {
      let now = 0;
      let health: Health | undefined;
      for (const { after, asked } of list) {
        now += after;
        health = afterFailure(onTrial(health, now), limited(asked), { cooldownMs: 5_000, allowedFails }, now);
      }
      expect(availability(health, now + 3_600_000).state).not.toBe("resting");
    }),
  );
});
