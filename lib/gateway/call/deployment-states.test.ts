import { beforeEach, describe, expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { bearerCredential } from "@/lib/credentials/deployment-credential";
import type { Fault } from "@/lib/router/cooldown";
import { DeploymentStates, type DeploymentEvent } from "./deployment-states";

const entry: ModelEntry = { model_name: "m", gateway_params: { model: "openai/gpt", rpm: 3, weight: 2 } };
const deployment = { id: "one", model: "gpt", entry };
const policy = { cooldownMs: 5_000, allowedFails: 0, isAlone: false };
const broken: Fault = { failure: { kind: "connection", isRefused: false }, blame: "deployment" };
let now = 0;
let states: DeploymentStates;
let events: DeploymentEvent[];
beforeEach(() => {
  now = 0;
  events = [];
  states = new DeploymentStates(
    () => now,
    (event) => events.push(event),
  );
});
const fail = (model = "gpt") => {
  const attempt = states.start({ ...deployment, model }, 10);
  attempt.failed(broken, policy);
  attempt.end(0);
};

test("a deployment that nobody has called is healthy and idle", () => {
  expect(states.contender(deployment)).toEqual({
    weight: 2,
    rpm: 3,
    tpm: undefined,
    availability: { state: "well" },
    load: { inFlight: 0, requests: 0, tokens: 0, credit: 0 },
    isTried: false,
  });
});

test("a credential that cannot be fetched puts every deployment that needs it on cooldown", () => {
  const failed = { key: "aws:1", label: "the role", reason: "403", until: 20_000, failures: 1 };
  const unproven = new DeploymentStates(() => now, undefined, {
    failure: (key) => (key === failed.key ? failed : undefined),
  });
  const needing = (key: string) => ({
    ...deployment,
    credential: bearerCredential({ key, label: "", fetch: () => Promise.reject(new Error("not asked for")) }),
  });
  expect(unproven.contender(needing("aws:1")).availability).toEqual({
    state: "on cooldown",
    until: 20_000,
    recall: "access refused",
  });
  expect(unproven.contender(needing("aws:2")).availability).toEqual({ state: "well" });
  expect(unproven.contender(deployment).availability).toEqual({ state: "well" });
});

describe("load", () => {
  test("the load of a deployment is its calls in flight and what it has served this minute", () => {
    const first = states.start(deployment, 10);
    states.start(deployment, 20);
    expect(states.load("one")).toMatchObject({ inFlight: 2, requests: 2, tokens: 30 });
    first.end(4);
    first.end(400);
    expect(states.load("one")).toMatchObject({ inFlight: 1, requests: 2, tokens: 24 });
  });

  test("the load of a deployment starts again each minute, except for the calls still in flight", () => {
    const first = states.start(deployment, 10);
    now = 60_000;
    expect(states.load("one")).toMatchObject({ inFlight: 1, requests: 0, tokens: 0 });
    states.start(deployment, 1);
    first.end(500);
    expect(states.load("one")).toMatchObject({ inFlight: 1, requests: 1, tokens: 1 });
  });
});

describe("health", () => {
  test("the health of a deployment is known for each upstream model", () => {
    fail();
    expect(states.contender(deployment).availability.state).toBe("on cooldown");
    expect(states.contender({ ...deployment, model: "other" }).availability.state).toBe("well");
    expect(states.cooldowns("one")).toEqual([{ model: "gpt", failures: 1, reason: "failures_in_a_row", until: 5_000 }]);
    expect(states.cooldowns("on")).toEqual([]);
  });

  test("one call on trial follows a cooldown, and its result decides for all", () => {
    fail();
    now = 5_000;
    const trial = states.start(deployment, 1);
    expect(states.contender(deployment).availability.state).toBe("on cooldown");
    trial.succeeded();
    expect(states.contender(deployment).availability.state).toBe("well");
    expect(states.cooldowns("one")).toEqual([]);
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
    expect(states.contender(deployment).availability.state).toBe("on cooldown");
  });

  test("each cooldown and each recovery is reported, but no success of a healthy deployment", () => {
    const about = { deployment: "one", model: "gpt" };
    fail();
    fail();
    states.start(deployment, 1).succeeded();
    states.start(deployment, 1).succeeded();
    expect(events).toEqual([
      { kind: "cooldown", at: 0, ...about, failures: 1, reason: "failures_in_a_row", until: 5_000 },
      { kind: "recovery", at: 0, ...about },
    ]);
  });

  test("a failure during a cooldown is reported as a longer cooldown", () => {
    fail();
    now = 2_000;
    fail();
    fail();
    expect(events.slice(1)).toEqual([
      { kind: "longer cooldown", at: 2_000, deployment: "one", model: "gpt", until: 7_000 },
    ]);
  });

  test("a deployment is forgotten once it has served for a while without failing", () => {
    fail();
    states.start(deployment, 1).succeeded();
    now = 30_000;
    states.start(deployment, 1).succeeded();
    fail();
    expect(events.at(-1)).toMatchObject({ kind: "cooldown", failures: 1 });
  });

  test("failures of model names that callers invent are remembered only for the latest names", () => {
    fail("first");
    for (let count = 0; count < 10_000; count++) fail(`made-up-${count}`);
    expect(states.contender({ ...deployment, model: "first" }).availability.state).toBe("well");
    expect(states.contender({ ...deployment, model: "made-up-9999" }).availability.state).toBe("on cooldown");
  });
});
