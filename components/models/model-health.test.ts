import { expect, test } from "vitest";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import { modelHealth } from "./model-health";

function recent(id: string, succeeded: number, failed: number): [string, DeploymentHealth] {
  return [
    id,
    {
      deployment: id,
      served: succeeded,
      declined: 0,
      failed,
      retried: 0,
      cancelled: 0,
      success_rate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
      recent_success_rate: null,
      failures_since_success: succeeded === 0 ? failed : 0,
      latency_p50_ms: null,
      latency_p95_ms: null,
      last_success_at: null,
      last_failure_at: null,
      last_failure: null,
      failing_since: null,
      succeeded_by_step: [],
      failed_by_step: [],
      cooldowns: [],
    },
  ];
}

const well = { unusable: null, cooldowns: [] };
const both = [
  { id: "a", ...well },
  { id: "b", ...well },
];

test.each([
  ["all serve", [recent("a", 9, 0), recent("b", 9, 0)], "Serving", "good"],
  ["one serves and nobody called the other", [recent("a", 9, 0)], "Serving", "good"],
  ["nobody called any", [], "No calls", "neutral"],
  ["one fails", [recent("a", 9, 0), recent("b", 0, 3)], "1 of 2 failing", "bad"],
  ["all fail", [recent("a", 0, 3), recent("b", 0, 3)], "Failing", "bad"],
  ["one is degraded", [recent("a", 90, 10), recent("b", 9, 0)], "1 of 2 degraded", "warn"],
] as const)("where %s, the model says so", (_, hour, label, tone) => {
  expect(modelHealth(both, new Map(hour))).toMatchObject({ label, tone });
});

test("what the node cannot use comes before what fails", () => {
  const entries = [
    { id: "a", ...well },
    { id: "b", unusable: "no key", cooldowns: [] },
  ];
  expect(modelHealth(entries, new Map([recent("a", 0, 3)]))).toMatchObject({
    label: "1 of 2 unusable",
    because: "no key",
  });
});

test("a model without deployments has no health", () => {
  expect(modelHealth([], new Map())).toBeUndefined();
});
