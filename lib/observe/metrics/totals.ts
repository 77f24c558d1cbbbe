import { deploymentsUp } from "./deployment-record";
import { addDistributions, emptyCounts, type LabelledDistribution } from "./distribution";
import { LabelBound } from "./label-bound";
import type { MetricsDelta } from "./counted";
import { METRIC_NAMES, metricRow, type MetricName, type MetricRow } from "./metric-table";
import type { BudgetUse, ProcessReading } from "./reading";
import type { Sample } from "./series";

/** A metric with its values over all processes. */
export interface MetricValues {
  readonly name: MetricName;
  readonly row: MetricRow;
  /** The samples of a counter or gauge. */
  readonly samples: readonly Sample[];
  /** The distributions of a histogram; undefined: it is none. */
  readonly distributions: readonly LabelledDistribution[] | undefined;
}

/**
 * The values over all processes of a gateway. Counts only grow: what a process has reported stays when it dies. Gauges
 * end with their process.
 */
export class MetricTotals {
  readonly #counters = new Map<MetricName, Map<string, Sample>>();
  readonly #histograms = new Map<MetricName, Map<string, LabelledDistribution>>();
  readonly #readings = new Map<string, ProcessReading>();
  #first: ProcessReading["gauges"] = {};
  readonly #bounds = new Map<string, LabelBound>();
  #mostNames: number;
  #booked: readonly BudgetUse[] = [];

  /** `mostNames`: `metrics_max_teams`, until a process reports another value. */
  constructor(mostNames: number) {
    this.#mostNames = mostNames;
  }

  /** Adds what a process has counted since its last report. */
  add({ counters, histograms }: MetricsDelta): void {
    for (const name of METRIC_NAMES) {
      if (name in counters)
        for (const sample of counters[name as keyof typeof counters] ?? []) this.#count(name, sample);
      for (const one of histograms[name as keyof typeof histograms] ?? []) this.#distribute(name, one);
    }
  }

  /** Replaces the gauges of a process. */
  read(member: string, reading: ProcessReading): void {
    this.#mostNames = reading.mostNames;
    this.#readings.set(member, reading);
  }

  /**
   * Sets the gauges of the first process, which serves no calls. A gauge that shows a single process shows this one.
   */
  readFirst(gauges: ProcessReading["gauges"]): void {
    this.#first = gauges;
  }

  /** Sets the booked figures of budgets that no process holds in memory. */
  bookedBudgets(budgets: readonly BudgetUse[]): void {
    this.#booked = budgets;
  }

  /** Removes the gauges of a process that has ended. */
  forget(member: string): void {
    this.#readings.delete(member);
  }

  /** Every metric in the order of the table. */
  values(): MetricValues[] {
    const up = deploymentsUp([...this.#readings.values()].flatMap(({ deployments }) => deployments));
    return METRIC_NAMES.map((name) => {
      const row = metricRow(name);
      switch (row.type) {
        case "counter":
          return { name, row, samples: this.#counted(name, row), distributions: undefined };
        case "histogram":
          return { name, row, samples: [], distributions: this.#distributed(name, row) };
        case "gauge": {
          if (name === "gateway_deployment_up")
            return {
              name,
              row,
              samples: [...up].map(([id, value]) => ({ labels: [id], value })),
              distributions: undefined,
            };
          const samples = name === "gateway_budget_used_ratio" ? this.#budgets() : this.#gauge(name, row);
          return { name, row, samples, distributions: undefined };
        }
      }
    });
  }

  #count(name: MetricName, { labels, value }: Sample): void {
    const bounded = metricRow(name).labels.map((label, at) =>
      label === "team" && labels[at] !== "" ? this.#name(label, labels[at] ?? "") : (labels[at] ?? ""),
    );
    let samples = this.#counters.get(name);
    if (!samples) this.#counters.set(name, (samples = new Map()));
    const key = JSON.stringify(bounded);
    samples.set(key, { labels: bounded, value: (samples.get(key)?.value ?? 0) + value });
  }

  #distribute(name: MetricName, one: LabelledDistribution): void {
    let series = this.#histograms.get(name);
    if (!series) this.#histograms.set(name, (series = new Map()));
    const key = JSON.stringify(one.labels);
    const before = series.get(key);
    series.set(key, before ? { labels: one.labels, ...addDistributions(before, one) } : one);
  }

  #distributed(name: MetricName, { labels, buckets = [] }: MetricRow): readonly LabelledDistribution[] {
    const series = [...(this.#histograms.get(name)?.values() ?? [])];
    return series.length === 0 && labels.length === 0 ? [{ labels: [], counts: emptyCounts(buckets), sum: 0 }] : series;
  }

  /** A counter without labels begins at 0, so that its first increase can be seen. */
  #counted(name: MetricName, { labels }: MetricRow): readonly Sample[] {
    const samples = [...(this.#counters.get(name)?.values() ?? [])];
    return samples.length === 0 && labels.length === 0 ? [{ labels: [], value: 0 }] : samples;
  }

  #gauge(name: MetricName, { across = "first" }: MetricRow): Sample[] {
    const merged = new Map<string, Sample>();
    const all = [this.#first, ...[...this.#readings.values()].map(({ gauges }) => gauges)];
    for (const gauges of all)
      for (const sample of gauges[name as keyof typeof gauges] ?? []) {
        const key = JSON.stringify(sample.labels);
        const before = merged.get(key);
        merged.set(
          key,
          before ? { labels: sample.labels, value: together(across, before.value, sample.value) } : sample,
        );
      }
    return [...merged.values()];
  }

  #budgets(): Sample[] {
    const inMemory = highestOf([...this.#readings.values()].flatMap(({ budgets }) => budgets));
    const known = new Set(inMemory.map(budgetKey));
    const all = [...inMemory, ...this.#booked.filter((budget) => !known.has(budgetKey(budget)))];
    const named = all.map((budget) => ({ ...budget, id: this.#name(budget.kind, budget.id) }));
    return highestOf(named).map(({ kind, id, ratio }) => ({ labels: [kind, id], value: ratio }));
  }

  #name(kind: string, value: string): string {
    let bound = this.#bounds.get(kind);
    if (!bound) this.#bounds.set(kind, (bound = new LabelBound(() => this.#mostNames)));
    return bound.name(value);
  }
}

function together(across: NonNullable<MetricRow["across"]>, one: number, other: number): number {
  switch (across) {
    case "sum":
      return one + other;
    case "highest":
      return Math.max(one, other);
    case "lowest":
      return Math.min(one, other);
    case "first":
      return one;
  }
}

function budgetKey({ kind, id }: BudgetUse): string {
  return `${kind} ${id}`;
}

/** The highest use of each budget. */
function highestOf(budgets: readonly BudgetUse[]): BudgetUse[] {
  const highest = new Map<string, BudgetUse>();
  for (const budget of budgets) {
    const key = budgetKey(budget);
    const before = highest.get(key);
    if (!before || budget.ratio > before.ratio) highest.set(key, budget);
  }
  return [...highest.values()];
}
