import { beforeEach, describe, expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { DeploymentStates } from "./deployment-states";

const entry: ModelEntry = { model_name: "m", gateway_params: { model: "openai/gpt", rpm: 3, weight: 2 } };
const deployment = { id: "one", model: "gpt", entry };
const policy = { cooldownMs: 5_000, allowedFails: 0 };
let now = 0;
let states: DeploymentStates;
beforeEach(() => {
  now = 0;
  states = new DeploymentStates(() => now);
});
const fail = (model = "gpt") => {
  const attempt = states.start({ ...deployment, model }, 10);
  attempt.failed({ kind: "connection" }, "deployment", policy);
  attempt.end(0);
};

test("a deployment that nobody has called is healthy and idle", () => {
  expect(states.contender(deployment)).toEqual({
    weight: 2,
    rpm: 3,
    tpm: undefined,
    availability: { state: "well" },
    load: { inFlight: 0, requests: 0, tokens: 0 },
  });
});

describe("load", () => {
  test("the load of a deployment is its calls in flight and what it has served this minute", () => {
    const first = states.start(deployment, 10);
    states.start(deployment, 20);
    expect(states.load("one")).toEqual({ inFlight: 2, requests: 2, tokens: 30 });
    first.end(4);
    first.end(400);
    expect(states.load("one")).toEqual({ inFlight: 1, requests: 2, tokens: 24 });
  });

  test("the load of a deployment starts again each minute, except for the calls still in flight", () => {
    const first = states.start(deployment, 10);
    now = 60_000;
    expect(states.load("one")).toEqual({ inFlight: 1, requests: 0, tokens: 0 });
    states.start(deployment, 1);
    first.end(500);
    expect(states.load("one")).toEqual({ inFlight: 1, requests: 1, tokens: 1 });
  });
});

describe("health", () => {
  test("health is kept for each upstream model, and its changes are reported", () => {
    fail();
    expect(states.contender(deployment).availability.state).toBe("resting");
    expect(states.contender({ ...deployment, model: "other" }).availability.state).toBe("well");
    expect(states.resting("one")).toEqual([{ model: "gpt", failures: 1, until: 5_000 }]);
    expect(states.resting("on")).toEqual([]);
  });

  test("one call on trial follows a cooldown, and its result decides for all", () => {
    fail();
    now = 5_000;
    const trial = states.start(deployment, 1);
    expect(states.contender(deployment).availability.state).toBe("resting");
    trial.succeeded();
    expect(states.contender(deployment).availability.state).toBe("well");
  });

  test("a trial whose caller leaves before the result lets the next call try", () => {
    fail();
    now = 5_000;
    states.start(deployment, 1).end();
    expect(states.contender(deployment).availability.state).toBe("on trial");
  });

  test("a call that began before the failure and ends without a result changes nothing", () => {
    const early = states.start(deployment, 1);
    fail();
    early.end();
    expect(states.contender(deployment).availability.state).toBe("resting");
  });

  test("failures of model names that callers invent are remembered only for the latest names", () => {
    fail("first");
    for (let count = 0; count < 10_000; count++) fail(`made-up-${count}`);
    expect(states.contender({ ...deployment, model: "first" }).availability.state).toBe("well");
    expect(states.contender({ ...deployment, model: "made-up-9999" }).availability.state).toBe("resting");
  });
});
