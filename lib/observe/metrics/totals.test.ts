import { describe, expect, test } from "vitest";
import { Counted } from "./counted";
import { countUsage } from "./count-usage";
import type { DeploymentRecord } from "./deployment-record";
import type { MetricName } from "./metric-table";
import type { BudgetUse, ProcessReading } from "./reading";
import { MetricTotals } from "./totals";
import { NO_USAGE } from "@/lib/usage";

const AMPLE = 200;

/** The samples of a metric: labels joined by a blank → value. */
function samplesOf(totals: MetricTotals, name: MetricName): Record<string, number> {
  const samples = totals.values().find((metric) => metric.name === name)?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels.join(" ").trim(), value]));
}
function reading(parts: Partial<ProcessReading> = {}): ProcessReading {
  return { gauges: {}, deployments: [], budgets: [], mostNames: AMPLE, ...parts };
}
function spent(dollars: number, team: string, counted = new Counted()): Counted {
  const spendNano = BigInt(Math.round(dollars * 1e9));
  countUsage(
    counted,
    { usage: { ...NO_USAGE, promptTokens: 10, cachedTokens: 4, completionTokens: 3 }, spendNano },
    "m",
    team,
  );
  return counted;
}

describe("counts of several processes", () => {
  test("counts of several processes are added up, and stay when a process ends", () => {
    const totals = new MetricTotals(AMPLE);
    const [one, two] = [spent(1, "a"), spent(2, "a")];
    totals.add(one.take());
    totals.add(two.take());
    totals.read("1", reading({ gauges: { gateway_journal_open_calls: [{ labels: [], value: 3 }] } }));
    totals.forget("1");
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 3 });
    expect(samplesOf(totals, "gateway_journal_open_calls")).toEqual({});
  });

  test("a process that starts again counts on from where its predecessor ended", () => {
    const totals = new MetricTotals(AMPLE);
    totals.add(spent(1, "a").take());
    totals.forget("1");
    totals.add(spent(0.5, "a").take());
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 1.5 });
  });

  test("two scrapes at once count nothing twice, because a count is taken once", () => {
    const totals = new MetricTotals(AMPLE);
    const counted = spent(1, "a");
    for (let scrape = 0; scrape < 2; scrape++) totals.add(counted.take());
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 1 });
    totals.add(spent(1, "a", counted).take());
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 2 });
  });

  test("the types of tokens are disjoint, and a cache that is larger than the prompt takes nothing away", () => {
    const totals = new MetricTotals(AMPLE);
    const counted = spent(0, "");
    countUsage(counted, { usage: { ...NO_USAGE, promptTokens: 1, cachedTokens: 5 }, spendNano: 0n }, "m", "");
    totals.add(counted.take());
    expect(samplesOf(totals, "gateway_tokens_total")).toEqual({
      "m  input": 6,
      "m  cached_input": 9,
      "m  output": 3,
    });
  });

  test("a histogram has the values of all processes in its buckets, and a bound is within its bucket", () => {
    const totals = new MetricTotals(AMPLE);
    for (const values of [
      [0.001, 0.0011],
      [7, 0],
    ]) {
      const counted = new Counted();
      for (const value of values) counted.overhead.observe(value);
      totals.add(counted.take());
    }
    const found = totals.values().find(({ name }) => name === "gateway_overhead_seconds")?.distributions?.[0];
    expect(found?.counts.slice(0, 2)).toEqual([2, 1]);
    expect(found?.counts.at(-1)).toBe(1);
    expect(found?.sum).toBeCloseTo(7.0021, 9);
  });

  test("a counter without labels is shown before anything is counted, and one with labels is not", () => {
    const totals = new MetricTotals(AMPLE);
    expect(samplesOf(totals, "gateway_deployment_cooldowns_total")).toEqual({ "": 0 });
    expect(samplesOf(totals, "gateway_requests_total")).toEqual({});
  });
});

describe("names of teams", () => {
  test("the first teams keep their names for good, and the rest count together as other", () => {
    const totals = new MetricTotals(2);
    for (const team of ["a", "b", "c", "d", "a", ""]) totals.add(spent(1, team).take());
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 2, "m b": 1, "m other": 2, m: 1 });
  });

  test("a larger bound gives new teams names, and a smaller one takes none away", () => {
    const totals = new MetricTotals(1);
    totals.add(spent(1, "a").take());
    totals.read("1", reading({ mostNames: 2 }));
    totals.add(spent(1, "b").take());
    totals.read("1", reading({ mostNames: 0 }));
    for (const team of ["a", "b", "c"]) totals.add(spent(1, team).take());
    expect(samplesOf(totals, "gateway_spend_dollars_total")).toEqual({ "m a": 2, "m b": 2, "m other": 1 });
  });
});

describe("gauges of several processes", () => {
  const gauge = (
    name: "gateway_journal_bytes" | "gateway_event_loop_lag_seconds" | "process_start_time_seconds",
    value: number,
  ) => reading({ gauges: { [name]: [{ labels: [], value }] } });

  test.each([
    ["gateway_journal_bytes", "added up", 7],
    ["gateway_event_loop_lag_seconds", "shown by the highest", 5],
    ["process_start_time_seconds", "shown by the first process", 2],
  ] as const)("%s of several processes is %s", (name, _how, shown) => {
    const totals = new MetricTotals(AMPLE);
    totals.read("1", gauge(name, 2));
    totals.read("2", gauge(name, 5));
    expect(samplesOf(totals, name)).toEqual({ "": shown });
  });

  test("the newest reading of a process replaces the one before", () => {
    const totals = new MetricTotals(AMPLE);
    for (const value of [9, 4]) totals.read("1", gauge("gateway_journal_bytes", value));
    expect(samplesOf(totals, "gateway_journal_bytes")).toEqual({ "": 4 });
  });
});

describe("budgets", () => {
  const team = (id: string, ratio: number): BudgetUse => ({ kind: "team", id, ratio });

  test("a budget in the memory of a process counts before the database's figure, and the highest of several", () => {
    const totals = new MetricTotals(AMPLE);
    totals.bookedBudgets([team("a", 0.9), team("idle", 0.2)]);
    totals.read("1", reading({ budgets: [team("a", 0.3)] }));
    totals.read("2", reading({ budgets: [team("a", 0.4)] }));
    expect(samplesOf(totals, "gateway_budget_used_ratio")).toEqual({ "team a": 0.4, "team idle": 0.2 });
  });

  test("beyond the bound, other shows the highest of the rest, for each kind by itself", () => {
    const totals = new MetricTotals(1);
    const budgets = [
      team("a", 0.1),
      team("b", 0.7),
      team("c", 0.5),
      { ...team("a", 0.6), kind: "organization" as const },
    ];
    totals.read("1", reading({ budgets, mostNames: 1 }));
    expect(samplesOf(totals, "gateway_budget_used_ratio")).toEqual({
      "team a": 0.1,
      "team other": 0.7,
      "organization a": 0.6,
    });
  });
});

describe("whether a deployment is up", () => {
  const record = (parts: Partial<DeploymentRecord>): DeploymentRecord => ({
    deployment: "d",
    failures: 0,
    failedAt: 0,
    succeededAt: 0,
    isOnCooldown: false,
    ...parts,
  });
  test.each<[string, Partial<DeploymentRecord>[], number]>([
    ["nobody has called it", [{}, {}], 1],
    ["two attempts failed", [{ failures: 2, failedAt: 10 }], 1],
    ["three attempts failed", [{ failures: 3, failedAt: 10 }], 0],
    [
      "attempts of several processes failed",
      [
        { failures: 2, failedAt: 10 },
        { failures: 1, failedAt: 12 },
      ],
      0,
    ],
    ["another process has succeeded since", [{ failures: 5, failedAt: 10 }, { succeededAt: 11 }], 1],
    ["another process had succeeded before", [{ failures: 5, failedAt: 10 }, { succeededAt: 9 }], 0],
    ["it is on cooldown in one process", [{ isOnCooldown: true }, { succeededAt: 11 }], 0],
  ])("a deployment when %s is shown as it is", (_when, records, up) => {
    const totals = new MetricTotals(AMPLE);
    for (const [at, parts] of records.entries()) totals.read(String(at), reading({ deployments: [record(parts)] }));
    expect(samplesOf(totals, "gateway_deployment_up")).toEqual({ d: up });
  });
});
