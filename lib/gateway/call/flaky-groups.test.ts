import { describe, expect, test } from "vitest";
import type { Failure } from "@/lib/router/failure";
import { simulateGroup, type SimulatedAnswer, type Simulation } from "@/testing/gateway/simulated-group";

type Upstream = Simulation["upstreams"][number];

const unavailable: Failure = { kind: "status", status: 503, retryAfterMs: undefined };
const served: SimulatedAnswer = { afterMs: 40, failure: undefined };
const healthy: Upstream = () => served;
const flaky =
  (share: number, failure: Failure = unavailable): Upstream =>
  (random) =>
    random() < share ? { afterMs: 5, failure } : served;
const dead: Upstream = () => ({ afterMs: 0, failure: { kind: "connection", isRefused: true } });
const failing: Upstream = () => ({ afterMs: 5, failure: unavailable });
const silent: Upstream = () => ({ afterMs: 10_000, failure: { kind: "timeout" } });
const askedToWait: Failure = { kind: "status", status: 429, retryAfterMs: 30_000 };
const limited: Upstream = () => ({ afterMs: 5, failure: askedToWait });
const times = (count: number, upstream: Upstream): Upstream[] => Array.from({ length: count }, () => upstream);

describe("upstreams that each fail 10% of their calls", () => {
  const rates = [
    { callsPerSecond: 20, calls: 1_000 },
    { callsPerSecond: 200, calls: 2_000 },
    { callsPerSecond: 2_000, calls: 8_000 },
  ];
  const cases = [1, 2, 8, 64].flatMap((size) => rates.map((rate) => ({ size, ...rate })));

  test.each(cases)(
    "a group of $size flaky upstreams serves 99.8% of $callsPerSecond calls/s",
    async ({ size, ...rate }) => {
      const result = await simulateGroup({ upstreams: times(size, flaky(0.1)), ...rate, seed: 3 });
      expect(result.refused).toBe(0);
      expect(result.served / rate.calls).toBeGreaterThanOrEqual(0.998);
    },
  );

  const failures: [what: string, failure: Failure][] = [
    ["refuse connections", { kind: "connection", isRefused: true }],
    ["break connections", { kind: "connection", isRefused: false }],
    ["ask for a pause of a second", { kind: "status", status: 503, retryAfterMs: 1_000 }],
  ];
  test.each(failures)(
    "a group of two flaky upstreams serves 99.8% of calls if the failures %s",
    async (_what, failure) => {
      const calls = 2_000;
      const result = await simulateGroup({
        upstreams: times(2, flaky(0.1, failure)),
        callsPerSecond: 200,
        calls,
        seed: 3,
      });
      expect(result.refused).toBe(0);
      expect(result.served / calls).toBeGreaterThanOrEqual(0.998);
    },
  );
});

describe("a group and its best member", () => {
  const cases: [what: string, upstreams: Upstream[], best: Upstream, params?: Simulation["params"]][] = [
    ["without retries", times(2, flaky(0.1)), flaky(0.1), { num_retries: 0 }],
    ["with allowed_fails", times(8, flaky(0.1)), flaky(0.1), { allowed_fails: 0 }],
    ["if most calls fail", times(2, flaky(0.6)), flaky(0.6)],
    ["if one of two is dead", [flaky(0.1), dead], flaky(0.1)],
    ["if one of two always fails", [flaky(0.1), failing], flaky(0.1)],
    ["if one of two is silent", [healthy, silent], healthy],
    ["if one of two asks for a pause", [flaky(0.1), limited], flaky(0.1)],
    ["if all ask for a pause now and then", times(2, flaky(0.1, askedToWait)), flaky(0.1, askedToWait)],
  ];
  test.each(cases)(
    "a group serves as many calls as its best member alone %s",
    async (_what, upstreams, best, params) => {
      const traffic = { callsPerSecond: 200, calls: 2_000, seed: 5 };
      const group = await simulateGroup({ upstreams, ...traffic, params });
      // A lone member with `allowed_fails` would be left alone.
      const alone = await simulateGroup({
        upstreams: [best],
        ...traffic,
        params: { ...params, allowed_fails: undefined },
      });
      expect(group.refused).toBe(0);
      // Chance may take 1% from either.
      expect(group.served).toBeGreaterThanOrEqual(alone.served - traffic.calls * 0.01);
    },
  );
});

describe("a large group", () => {
  test.each([20, 200, 2_000])(
    "one dead upstream of 64 costs no call and one attempt at %d calls/s",
    async (callsPerSecond) => {
      const seconds = 4;
      const calls = callsPerSecond * seconds;
      const upstreams = [dead, ...times(63, healthy)];
      const { served: ok, attempts } = await simulateGroup({ upstreams, callsPerSecond, calls, seed: 1 });
      expect(ok).toBe(calls);
      expect(attempts[0]).toBeLessThanOrEqual(1);
    },
  );
});

test("an upstream that is back after an outage serves its share again", async () => {
  const back: Upstream = (random, now) => (now < 10_000 ? dead(random, now) : served);
  const { served: ok, attempts } = await simulateGroup({
    upstreams: [back, healthy],
    callsPerSecond: 100,
    calls: 3_000,
    seed: 1,
  });
  expect(ok).toBe(3_000);
  expect(attempts[0]).toBeGreaterThan(500);
});

test("while all upstreams of a group are dead, callers get the upstreams' failures and not a refusal", async () => {
  const result = await simulateGroup({ upstreams: times(2, dead), callsPerSecond: 20, calls: 100, seed: 1 });
  expect(result).toMatchObject({ served: 0, refused: 0 });
});

test("a deployment that is alone and has allowed_fails gets no calls while it is on cooldown", async () => {
  const { refused, attempts } = await simulateGroup({
    upstreams: [failing],
    callsPerSecond: 20,
    calls: 80,
    seed: 1,
    params: { allowed_fails: 1, num_retries: 0 },
  });
  expect([attempts[0], refused]).toEqual([2, 78]);
});

test("the same seed gives the same result", async () => {
  const simulation = { upstreams: times(8, flaky(0.3)), callsPerSecond: 200, calls: 500, seed: 9 };
  expect(await simulateGroup(simulation)).toEqual(await simulateGroup(simulation));
});
