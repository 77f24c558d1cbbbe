import { expect, test } from "vitest";
import type { NodeCooldown } from "@/lib/store/record/cooldowns";
import { mergeCooldowns } from "./merge-cooldowns";

const cooldown = (beganAt: number, until: number, more: Partial<NodeCooldown> = {}): NodeCooldown => ({
  deployment: "a",
  beganAt,
  until,
  model: "gpt",
  node: "n1",
  reason: "failures_in_a_row",
  ...more,
});
const iso = (at: number): string => new Date(at).toISOString();

test("cooldowns of a deployment that overlap on several nodes are one, with all reasons and nodes", () => {
  const merged = mergeCooldowns(
    [
      cooldown(20, 50, { node: "n2", reason: "connection_refused" }),
      cooldown(10, 30),
      cooldown(50, 60, { model: "o1" }),
    ],
    60,
  );
  expect([...merged]).toEqual([
    [
      "a",
      [
        {
          since: iso(10),
          until: iso(60),
          lasts: false,
          models: ["gpt", "o1"],
          nodes: ["n1", "n2"],
          reasons: ["failures_in_a_row", "connection_refused"],
        },
      ],
    ],
  ]);
});

test("cooldowns with a pause between them stay apart, as do those of other deployments", () => {
  const merged = mergeCooldowns([cooldown(31, 40), cooldown(20, 35, { deployment: "b" }), cooldown(10, 30)], 39);
  const begins = [...merged].map(([deployment, all]) => [
    deployment,
    ...all.map(({ since, lasts }) => [Date.parse(since), lasts]),
  ]);
  expect(begins).toEqual([
    ["a", [10, false], [31, true]],
    ["b", [20, false]],
  ]);
});

test("of many cooldowns the last are listed, and of many models a few", () => {
  const many = Array.from({ length: 70 }, (_, at) => cooldown(10 * at, 10 * at + 5));
  expect(
    mergeCooldowns(many, 0)
      .get("a")
      ?.map(({ since }) => Date.parse(since) / 10),
  ).toEqual(Array.from({ length: 60 }, (_, at) => at + 10));
  const models = Array.from({ length: 9 }, (_, at) => cooldown(1, 2, { model: `m${at}` }));
  expect(mergeCooldowns(models, 0).get("a")).toMatchObject([{ models: ["m0", "m1", "m2", "m3", "m4"] }]);
});

test("a reason that only a newer version knows is left out", () => {
  expect(mergeCooldowns([cooldown(1, 2, { reason: "maintenance" })], 0).get("a")).toMatchObject([{ reasons: [] }]);
});
