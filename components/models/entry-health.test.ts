import { expect, test } from "vitest";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";
import { entryHealth, failureText } from "./entry-health";

const well: Pick<ModelView, "unusable" | "cooldowns"> = { unusable: null, cooldowns: [] };
const cooling: Pick<ModelView, "unusable" | "cooldowns"> = {
  unusable: null,
  cooldowns: [{ model: "m", failures: 3, reason: "failures_in_a_row", until: "2026-01-01T00:00:00Z" }],
};

function recent(succeeded: number, failed: number, inARow = 0, recent?: number): DeploymentHealth {
  const rate = succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
  return {
    deployment: "d",
    served: succeeded,
    declined: 0,
    failed,
    retried: 0,
    cancelled: 0,
    success_rate: rate,
    recent_success_rate: recent ?? rate,
    failures_since_success: inARow,
    latency_p50_ms: null,
    latency_p95_ms: null,
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
    last_failure: null,
    succeeded_by_step: [],
    failed_by_step: [],
    cooldowns: [],
  };
}

test.each([
  ["an entry that nobody called", well, undefined, "No calls"],
  ["an entry whose calls were all cancelled", well, recent(0, 0), "No calls"],
  ["an entry without failures", well, recent(12, 0), "Serving"],
  ["an entry with few failures", well, recent(99, 1, 1), "Serving"],
  ["an entry with many failures", well, recent(90, 10, 1), "Degraded"],
  ["an entry that serves again after an outage", well, recent(60, 40, 0, 1), "Serving"],
  ["an entry that serves again and still fails at times", well, recent(60, 40, 0, 0.9), "Degraded"],
  ["an entry that failed once of late, after an hour without failures", well, recent(99, 1, 1, 0.5), "Serving"],
  ["an entry that has failed three times after it recovered", well, recent(60, 40, 3, 0.97), "Failing"],
  ["an entry that only fails", well, recent(0, 1, 1), "Failing"],
  ["an entry that has failed three times since a thousand successes", well, recent(1_000, 3, 3), "Failing"],
  ["an entry on cooldown", cooling, recent(12, 0), "Cooling down"],
  ["an entry that the node cannot use", { ...cooling, unusable: "no key" }, recent(12, 0), "Unusable"],
] as const)("%s is said to be what it is", (_, entry, hour, word) => {
  expect(entryHealth(entry, hour).word).toBe(word);
});

test("an entry on cooldown on another node is not said to serve, and one whose cooldown is over is", () => {
  const times = { since: "2026-01-01T00:00:00Z", until: "2026-01-01T00:01:00Z" };
  const elsewhere = { ...times, lasts: true, reasons: [], models: ["m"], nodes: ["node-b"] };
  const during = { ...recent(12, 0), cooldowns: [{ ...elsewhere, lasts: false }, elsewhere] };
  expect(entryHealth(well, during)).toMatchObject({ word: "Cooling down", because: "On node-b" });
  expect(entryHealth(well, { ...recent(12, 0), cooldowns: [{ ...elsewhere, lasts: false }] }).word).toBe("Serving");
});

test("an entry that serves again after each of several cooldowns is not said to have recovered", () => {
  const over = { since: "", until: "", lasts: false, reasons: [], models: [], nodes: [] };
  const after = (times: number) => ({ ...recent(60, 40, 0, 1), cooldowns: new Array<typeof over>(times).fill(over) });
  expect(entryHealth(well, after(2)).word).toBe("Serving");
  expect(entryHealth(well, after(3))).toMatchObject({
    word: "Degraded",
    because: "60% of 100 attempts succeeded in the last hour; on cooldown 3 times",
  });
  expect(entryHealth(well, { ...after(3), ...recent(99, 1, 1), cooldowns: after(3).cooldowns }).word).toBe("Serving");
});

test("the health of an entry comes with the figures behind its word", () => {
  expect(entryHealth(well, recent(1, 0)).because).toBe("1 call in the last hour, none failed");
  expect(entryHealth(well, recent(90, 10, 1)).because).toBe("90% of 100 attempts succeeded in the last hour");
  expect(entryHealth(well, recent(60, 40, 0, 1)).because).toBe(
    "Serves again; 60% of 100 attempts succeeded in the last hour",
  );
  expect(entryHealth(well, recent(1_000, 3, 3)).because).toBe(
    "99.7% of 1,003 attempts succeeded in the last hour; the last 3 failed",
  );
});

test("each failure of an attempt has its label", () => {
  expect(["503", "connection", "timeout"].map(failureText)).toEqual(["HTTP 503", "No connection", "Timeout"]);
});
