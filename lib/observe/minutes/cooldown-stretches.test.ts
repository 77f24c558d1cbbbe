import { expect, test } from "vitest";
import type { DeploymentEvent } from "@/lib/gateway/call/deployment-states";
import { CooldownStretches } from "./cooldown-stretches";

const SECOND = 1_000;
type Reason = Extract<DeploymentEvent, { kind: "cooldown" }>["reason"];
const about = { deployment: "d", model: "gpt" };
const cooldown = (at: number, until: number, reason: Reason = "failures_in_a_row", model = "gpt"): DeploymentEvent => ({
  kind: "cooldown",
  at,
  deployment: "d",
  model,
  failures: 3,
  reason,
  until,
});
const recovery = (at: number): DeploymentEvent => ({ kind: "recovery", at, ...about });

function stretchesAfter(...events: DeploymentEvent[]): string[] {
  const stretches = new CooldownStretches(100);
  for (const event of events) stretches.tell(event);
  return stretches.take().map(({ model, beganAt, until, reason }) => `${model} ${beganAt}-${until} ${reason}`);
}

test.each<[string, DeploymentEvent[], string[]]>([
  ["a cooldown lasts until its end", [cooldown(0, 30)], ["gpt 0-30 failures_in_a_row"]],
  ["a success during a cooldown ends it", [cooldown(0, 30), recovery(20)], ["gpt 0-20 failures_in_a_row"]],
  ["a success after a cooldown does not prolong it", [cooldown(0, 30), recovery(40)], ["gpt 0-30 failures_in_a_row"]],
  [
    "a trial that fails soon continues the stretch and keeps its reason",
    [cooldown(0, 30), cooldown(30 + SECOND, 60 + SECOND, "trial_failed")],
    [`gpt 0-${60 + SECOND} failures_in_a_row`],
  ],
  [
    "a pause that the upstream asks for meanwhile is the reason from then on",
    [cooldown(0, 30), cooldown(20, 90, "retry_after")],
    ["gpt 0-90 retry_after"],
  ],
  [
    "a trial that fails long afterwards is a stretch of its own, because nobody called in between",
    [cooldown(0, 30), cooldown(30 + 60 * SECOND, 70 * SECOND, "trial_failed")],
    ["gpt 0-30 failures_in_a_row", `gpt ${30 + 60 * SECOND}-${70 * SECOND} trial_failed`],
  ],
  [
    "a cooldown after a recovery is a stretch of its own",
    [cooldown(0, 30), recovery(20), cooldown(25, 55)],
    ["gpt 0-20 failures_in_a_row", "gpt 25-55 failures_in_a_row"],
  ],
  [
    "a failure during a cooldown makes it longer",
    [cooldown(0, 30), { kind: "longer cooldown", at: 10, ...about, until: 40 }],
    ["gpt 0-40 failures_in_a_row"],
  ],
  [
    "each upstream model has its own",
    [cooldown(0, 30), cooldown(0, 30, "retry_after", "o1"), recovery(10)],
    ["gpt 0-10 failures_in_a_row", "o1 0-30 retry_after"],
  ],
])("%s", (_what, events, stretches) => {
  expect(stretchesAfter(...events)).toEqual(stretches);
});

test("only what has changed is taken again, with what could not be written", () => {
  const stretches = new CooldownStretches(100);
  expect(stretches.tell(cooldown(0, 30))).toBe(true);
  const taken = stretches.take();
  expect(stretches.take()).toEqual([]);
  stretches.putBack(taken);
  stretches.tell(recovery(10));
  expect(stretches.take()).toMatchObject([{ beganAt: 0, until: 10 }]);
  expect(stretches.tell(recovery(11))).toBe(false);
});

test("beyond the bound the oldest can no longer be continued, and no more wait", () => {
  const stretches = new CooldownStretches(1);
  stretches.tell(cooldown(0, 30));
  expect(stretches.tell(cooldown(1, 31, "retry_after", "o1"))).toBe(false);
  expect(stretches.take()).toMatchObject([{ model: "gpt" }]);
  expect(stretches.tell(recovery(10))).toBe(false);
});
