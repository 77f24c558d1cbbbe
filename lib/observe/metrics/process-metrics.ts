import type { Settings } from "@/lib/config/schema";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Observer } from "@/lib/gateway/observer";
import { readinessOf } from "@/lib/gateway/readiness";
import type { Services } from "@/lib/gateway/services";
import type { KeySource } from "@/lib/auth/token/io/key-source";
import { shownUrl } from "@/lib/auth/token/provider";
import { deploymentId } from "@/lib/providers/deployment";
import { Counted, type MetricsDelta } from "./counted";
import { DeploymentLog } from "./deployment-log";
import { LabelBound } from "./label-bound";
import { createMetricsObserver } from "./metrics-observer";
import type { BudgetUse, ProcessReading } from "./reading";
import type { Sample } from "./series";

/** CPU time of this process, in seconds. */
export interface CpuSeconds {
  readonly user: number;
  readonly system: number;
}

export type MeasuredServices = Pick<
  Services,
  | "settings"
  | "spend"
  | "sinks"
  | "tokens"
  | "changes"
  | "databaseWatch"
  | "deployments"
  | "limits"
  | "shutdown"
  | "nodes"
  | "now"
>;

/** Counts what this process does, and reads how it stands. */
export class ProcessMetrics {
  readonly observer: Observer;
  readonly #counted = new Counted();
  readonly #deployments = new DeploymentLog();
  readonly #settings: () => Settings;
  /** The failed fetches of each key set that have been counted. */
  readonly #countedFailures = new WeakMap<KeySource, number>();

  /**
   * `namesAhead`: by what factor more teams than `metrics_max_teams` are kept apart here. The totals decide which ones
   * are named. `traceOf`: the recorded trace of a request.
   */
  constructor(settings: () => Settings, namesAhead: number, traceOf: (request: ApiRequest) => string | undefined) {
    this.#settings = settings;
    this.observer = createMetricsObserver({
      isOn: () => settings().general.metrics,
      counted: this.#counted,
      deployments: this.#deployments,
      teams: new LabelBound(() => namesAhead * settings().general.metrics_max_teams),
      modelOf: (id) => modelNames(settings()).get(id),
      traceOf,
    });
  }

  /** What was counted since the last call of this method. */
  take({ tokens }: Pick<MeasuredServices, "tokens">, cpu: CpuSeconds): MetricsDelta {
    this.#counted.userCpu.raise(cpu.user);
    this.#counted.systemCpu.raise(cpu.system);
    this.#counted.cpu.raise(cpu.user + cpu.system);
    for (const { source } of tokens.providers) {
      const counted = this.#countedFailures.get(source) ?? 0;
      if (source.failures === counted) continue;
      this.#counted.keySetErrors.add(source.failures - counted);
      this.#countedFailures.set(source, source.failures);
    }
    return this.#counted.take();
  }

  /** The present state of this process. `startedAt` is when it started, in milliseconds since the epoch. */
  read(services: MeasuredServices, figures: ProcessReading["gauges"], startedAt: number): ProcessReading {
    const { spend, sinks, tokens, changes, databaseWatch, deployments, limits } = services;
    const now = services.now();
    const settings = this.#settings();
    const { open, waiting, lagMs, bytes } = spend.state;
    return {
      gauges: {
        ...figures,
        gateway_key_set_age_seconds: keySetAges(tokens.providers, now),
        gateway_journal_open_calls: one(open),
        gateway_journal_waiting_calls: one(waiting),
        gateway_journal_lag_seconds: one(lagMs / 1_000),
        gateway_journal_bytes: one(bytes),
        gateway_ready: one(readinessOf(services).takesCalls ? 1 : 0),
        gateway_nodes_missing: one(services.nodes.missing),
        gateway_database_up: one(databaseWatch.awaySince === undefined ? 1 : 0),
        // A node that has never heard a change counts from its start.
        gateway_change_feed_lag_seconds: one(Math.max(0, now - Math.max(changes.lastHeardAt, startedAt)) / 1_000),
        gateway_sink_lag_seconds: sinks.lags().map(({ sink, seconds }) => ({ labels: [sink], value: seconds })),
      },
      deployments: [...modelNames(settings).keys()].map((id) => ({
        ...this.#deployments.of(id),
        isOnCooldown: deployments.cooldowns(id).length > 0,
      })),
      budgets: budgetUses(limits),
      mostNames: settings.general.metrics_max_teams,
    };
  }
}

/** A sample without labels. */
export function one(value: number): readonly Sample[] {
  return [{ labels: [], value }];
}

function keySetAges(providers: MeasuredServices["tokens"]["providers"], now: number): Sample[] {
  return providers.flatMap(({ source }) =>
    source.fetchedAt === undefined
      ? []
      : [{ labels: [source.issuer ?? shownUrl(source.url)], value: Math.max(0, now - source.fetchedAt) / 1_000 }],
  );
}

function budgetUses(limits: MeasuredServices["limits"]): BudgetUse[] {
  return limits
    .budgets()
    .flatMap(({ measure: { type, id }, spent, maximum }) =>
      type === "team" || type === "organization" || type === "model"
        ? [{ kind: type, id, ratio: usedRatio(spent, maximum) }]
        : [],
    );
}

/** The share of a budget that is spent, both in nano-dollars. A budget of 0 counts as used up. */
export function usedRatio(spent: bigint, maximum: bigint): number {
  return maximum === 0n ? 1 : Number(spent) / Number(maximum);
}

const namesOf = new WeakMap<Settings["models"], ReadonlyMap<string, string>>();

/** The `model_name` of each entry, by the id of its deployment. */
export function modelNames({ models }: Pick<Settings, "models">): ReadonlyMap<string, string> {
  let names = namesOf.get(models);
  if (!names) {
    names = new Map(models.map((entry, index) => [deploymentId(entry, index), entry.model_name]));
    namesOf.set(models, names);
  }
  return names;
}
