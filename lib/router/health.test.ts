import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CooldownPolicy, Fault } from "./cooldown";
import { Health, HEALTHY_START } from "./health";

const broken: Fault = { failure: { kind: "connection", isRefused: false }, blame: "deployment" };
const refused: Fault = { failure: { kind: "connection", isRefused: true }, blame: "deployment" };
const limited = (retryAfterMs: number): Fault => ({
  failure: { kind: "status", status: 429, retryAfterMs },
  blame: "deployment",
});
const unauthorized: Fault = {
  failure: { kind: "status", status: 401, retryAfterMs: undefined },
  blame: "access",
};
const unproven = (restMs: number): Fault => ({ failure: { kind: "credential", restMs }, blame: "access" });
const policy: CooldownPolicy = { cooldownMs: 5_000, allowedFails: undefined, isAlone: false };

/** A deployment after these failures, all at the time 0. */
function failed(...faults: Fault[]): Health {
  const health = new Health();
  for (const fault of faults) health.failed(fault, policy, health.begin(0), 0);
  return health;
}
const onCooldown = (until: number, recall: string) => ({ state: "on cooldown", until, recall });

describe("a deployment on cooldown", () => {
  const cases: [what: string, health: Health, availability: object][] = [
    ["gets no calls before its cooldown ends", failed(refused), onCooldown(5_000, "serves none")],
    ["waits as long as its upstream asks", failed(limited(20_000)), onCooldown(20_000, "asked to wait")],
    [
      "is of no use without its credential, for as long as that rests",
      failed(unproven(20_000)),
      onCooldown(20_000, "access refused"),
    ],
    ["is of no use while its access is refused", failed(unauthorized), onCooldown(5_000, "access refused")],
    [
      "waits on even if a later answer asks for less",
      failed(limited(20_000), limited(1)),
      onCooldown(20_000, "asked to wait"),
    ],
    [
      "waits longer if a later answer asks for more",
      failed(refused, limited(9_000)),
      onCooldown(9_000, "asked to wait"),
    ],
  ];
  test.each(cases)("a deployment on cooldown %s", (_what, health, availability) => {
    expect(health.availability(0)).toEqual(availability);
  });

  test("calls that hear of the same failed fetch begin no further cooldown, and those that hear of the next one do", () => {
    const health = failed(unproven(20_000));
    expect(health.failed(unproven(15_000), policy, health.begin(5_000), 5_000)).toBeUndefined();
    expect(health.failed(unproven(40_000), policy, health.begin(20_000), 20_000)).toEqual({
      reason: "credential_failed",
      until: 60_000,
    });
  });

  test("a clock that is set back ends a cooldown, which would last as long as it was set back by otherwise", () => {
    const health = new Health();
    const now = 10_000_000;
    health.failed(refused, policy, health.begin(now), now);
    expect(health.availability(now + 4_999)).toMatchObject({ state: "on cooldown" });
    expect(health.availability(now - 3_600_000)).toEqual({ state: "on trial" });
    const trial = health.begin(now - 3_600_000);
    expect(trial.isTrial).toBe(true);
    health.failed(refused, policy, trial, now - 3_600_000);
    expect(health.availability(now - 3_600_000)).toMatchObject({ state: "on cooldown", until: now - 3_595_000 });
  });

  test("a deployment that serves some of its calls says so for as long as it remembers them", () => {
    const health = failed(broken);
    health.succeeded(health.begin(0), 0);
    for (let count = 0; count < 3; count++)
      health.failed(broken, { ...policy, cooldownMs: 60_000 }, health.begin(0), 0);
    expect(health.cooldown).toEqual({ reason: "failures_in_a_row", until: 60_000 });
    expect(health.availability(1)).toEqual(onCooldown(60_000, "serves some"));
    expect(health.availability(30_000)).toEqual(onCooldown(60_000, "serves none"));
  });

  test("an attempt that began before the cooldown does not end it when it succeeds, and does not extend it when it fails", () => {
    const health = new Health();
    const [late, early] = [health.begin(0), health.begin(0)];
    health.failed(refused, policy, health.begin(0), 0);
    health.succeeded(early, 1_000);
    expect(health.failed(refused, policy, late, 1_000)).toBeUndefined();
    expect(health.cooldown).toEqual({ reason: "connection_refused", until: 5_000 });
    expect(health.failed(limited(30_000), policy, HEALTHY_START, 1_000)).toEqual({
      reason: "retry_after",
      until: 31_000,
    });
  });

  test("a call that is sent there anyway ends the cooldown when it succeeds", () => {
    const health = failed(refused);
    health.succeeded(health.begin(1_000), 1_000);
    expect(health.availability(1_000)).toEqual({ state: "well" });
    expect(health.failuresInARow).toBe(0);
  });

  test("a call that is sent there anyway prolongs the cooldown when it fails, which is not a new cooldown", () => {
    const health = failed(refused);
    expect(health.failed(broken, policy, health.begin(1_000), 1_000)).toBeUndefined();
    expect(health.cooldown).toEqual({ reason: "connection_refused", until: 6_000 });
  });
});

describe("after its cooldown", () => {
  test("a deployment is tried by one call, and gets no other meanwhile", () => {
    const health = failed(refused);
    expect(health.availability(4_999).state).toBe("on cooldown");
    expect(health.availability(5_000)).toEqual({ state: "on trial" });
    expect(health.begin(5_000).isTrial).toBe(true);
    expect(health.begin(5_000).isTrial).toBe(false);
    expect(health.availability(5_001)).toEqual(onCooldown(6_001, "serves none"));
  });

  test("a deployment has another cooldown if the trial fails, whatever is allowed", () => {
    const health = failed(refused);
    const generous = { ...policy, allowedFails: 9 };
    expect(health.failed(broken, generous, health.begin(6_000), 6_000)).toEqual({
      reason: "trial_failed",
      until: 11_000,
    });
  });

  test("a deployment whose trial succeeds starts with a clean record", () => {
    const health = failed(broken, broken, broken);
    health.succeeded(health.begin(5_000), 5_000);
    expect(health.isSpent(5_000)).toBe(true);
    for (let count = 0; count < 2; count++)
      expect(health.failed(broken, policy, health.begin(5_000), 5_000)).toBeUndefined();
    expect(health.availability(5_000)).toEqual({ state: "well" });
  });

  test("a trial without a result lets the next call try", () => {
    const health = failed(refused);
    health.endedWithoutResult(health.begin(6_000));
    expect(health.availability(6_000)).toEqual({ state: "on trial" });
  });
});

describe("a deployment in use", () => {
  test("is not tried, and a success ends its row of failures", () => {
    const health = failed(broken, broken);
    const start = health.begin(0);
    expect(start.isTrial).toBe(false);
    health.succeeded(start, 0);
    expect(health.failuresInARow).toBe(0);
  });

  test("has nothing left to remember once its failures are long past", () => {
    const health = failed(broken);
    health.succeeded(health.begin(1), 1);
    expect(health.isSpent(14_999)).toBe(false);
    expect(health.isSpent(30_000)).toBe(true);
  });
});

test("whatever fails and when, the deployment may be tried again some time later", () => {
  const failures = fc.array(fc.record({ after: fc.nat(10_000), asked: fc.nat(10_000_000), isLate: fc.boolean() }), {
    minLength: 1,
    maxLength: 10,
  });
  fc.assert(
    fc.property(failures, fc.option(fc.nat(3), { nil: undefined }), (list, allowedFails) => {
      let now = 0;
      const health = new Health();
      for (const { after, asked, isLate } of list) {
        now += after;
        const start = isLate ? HEALTHY_START : health.begin(now);
        health.failed(asked % 2 === 0 ? limited(asked) : refused, { ...policy, allowedFails }, start, now);
      }
      expect(health.availability(now + 3_600_000).state).not.toBe("on cooldown");
    }),
  );
});
