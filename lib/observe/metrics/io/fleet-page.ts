import type { Worker } from "node:cluster";
import { once } from "node:events";
import type { ChargedUsage } from "@/lib/calls/record";
import { coalesce } from "@/lib/async/coalesce";
import type { MetricsPage, MetricsText } from "@/lib/gateway/metrics-page";
import type { Observer } from "@/lib/gateway/observer";
import type { EndedBehind } from "@/lib/spend/io/recovery";
import { bounded } from "@/lib/time/io/deadline";
import { Counted } from "../counted";
import { countCall } from "../count-usage";
import { OTHER } from "../label-bound";
import { one } from "../process-metrics";
import { MetricTotals } from "../totals";
import { ownFigures } from "./own-figures";
import { renderMetrics } from "./render";
import { readMessage, textQuestion, type TextQuestion, workerReport, type WorkerReport } from "./worker-messages";

/**
 * How long a scrape waits for a worker, in milliseconds. A worker that is busy for longer is shown with its last
 * report.
 */
const ANSWER_LIMIT_MS = 1_000;
/** How long the messages of a dead worker may take to arrive, in milliseconds. */
const LAST_WORDS_MS = 2_000;
/** How often the database is asked for the figures of budgets, in milliseconds. */
const BUDGETS_EVERY_MS = 15_000;

/** The most calls of dead workers that wait until a worker has reported the names of models. */
const MOST_EARLY = 10_000;

type CountedCall = Omit<ChargedUsage, "callId">;

interface Member {
  readonly worker: Worker;
  /** The place in the worker's journal up to which its counts are known; undefined: it has not reported yet. */
  checkpoint: WorkerReport["checkpoint"];
  reading: WorkerReport["reading"];
  reportedAt: number;
  answered: { readonly number: number; readonly resolve: () => void } | undefined;
}

export interface FleetPageOptions {
  readonly version: string;
  /** `metrics_max_teams`, until a worker says otherwise. */
  readonly mostNames: number;
}

/** The metrics of a gateway with workers, in its first process. */
export class FleetPage implements MetricsPage {
  readonly #version: string;
  readonly #totals: MetricTotals;
  readonly #figures = ownFigures();
  readonly #startedAt = Date.now();
  /** The calls of dead workers, and this process's CPU time. */
  readonly #counted = new Counted();
  readonly #members = new Map<number, Member>();
  readonly #models = new Map<string, string>();
  readonly #gather = coalesce(() => this.#askAll());
  /** Calls of dead processes that came before any worker had reported the names of models. */
  #early: CountedCall[] = [];
  #lastQuestion = 0;
  #budgetsAt = Number.NEGATIVE_INFINITY;

  constructor({ version, mostNames }: FleetPageOptions) {
    this.#version = version;
    this.#totals = new MetricTotals(mostNames);
  }

  /** Counts the calls of dead workers that are booked as interrupted. */
  readonly observer: Observer = { callSettled: ({ record }) => this.#count(record) };

  /** Listens to a worker that has just been started. */
  join(worker: Worker): void {
    const member: Member = {
      worker,
      checkpoint: undefined,
      reading: undefined,
      answered: undefined,
      reportedAt: Date.now(),
    };
    this.#members.set(worker.id, member);
    worker.on("message", (message: unknown) => {
      const report = readMessage(workerReport, message);
      if (report) this.#take(member, report.metricsReport);
      const question = readMessage(textQuestion, message);
      if (question) void this.#answer(worker, question.metricsTextQuestion);
    });
  }

  /**
   * Removes a worker that has ended, once its last messages have arrived. Its counts stay. Resolves to what recovery
   * needs to find the calls that the worker did not report.
   */
  async leave(worker: Worker): Promise<EndedBehind> {
    if (worker.isConnected()) await bounded(once(worker, "disconnect"), LAST_WORDS_MS);
    const member = this.#members.get(worker.id);
    this.#members.delete(worker.id);
    this.#totals.forget(String(worker.id));
    member?.answered?.resolve();
    return { position: member?.checkpoint, tell: (call) => this.#count(call) };
  }

  async read(accept?: string): Promise<MetricsText> {
    await this.#gather();
    return renderMetrics(this.#totals.values(), accept);
  }

  #take(member: Member, { delta, checkpoint, answers, reading, booked, models }: WorkerReport): void {
    // This worker has been removed already: its calls come from its journal.
    if (this.#members.get(member.worker.id) !== member) return;
    this.#totals.add(delta);
    member.checkpoint = checkpoint ?? member.checkpoint;
    member.reportedAt = Date.now();
    if (models) {
      this.#models.clear();
      for (const [deployment, model] of models) this.#models.set(deployment, model);
      const early = this.#early;
      this.#early = [];
      for (const call of early) this.#count(call);
    }
    if (booked) this.#totals.bookedBudgets(booked);
    if (reading) {
      member.reading = reading;
      this.#totals.read(String(member.worker.id), reading);
    }
    if (answers !== undefined && answers === member.answered?.number) member.answered.resolve();
  }

  #count(call: CountedCall): void {
    if (this.#models.size === 0 && this.#early.length < MOST_EARLY) return void this.#early.push(call);
    countCall(this.#counted, call, this.#models.get(call.deployment) ?? OTHER, call.teamId ?? "");
  }

  async #askAll(): Promise<void> {
    const number = ++this.#lastQuestion;
    const now = Date.now();
    let budgets = now - this.#budgetsAt >= BUDGETS_EVERY_MS;
    if (budgets) this.#budgetsAt = now;
    const answers = [...this.#members.values()].map((member) => {
      const question = { number, budgets };
      budgets = false; // one worker is enough
      return bounded(this.#ask(member, question), ANSWER_LIMIT_MS);
    });
    const cpu = this.#figures.cpu();
    this.#counted.userCpu.raise(cpu.user);
    this.#counted.systemCpu.raise(cpu.system);
    this.#counted.cpu.raise(cpu.user + cpu.system);
    const gauges = {
      ...this.#figures.gauges(),
      gateway_build_info: [{ labels: [this.#version], value: 1 }],
      process_start_time_seconds: one(this.#startedAt / 1_000),
    };
    await Promise.all(answers);
    this.#totals.add(this.#counted.take());
    this.#totals.readFirst(gauges);
    for (const member of this.#members.values()) this.#showSilence(member);
  }

  #ask(member: Member, metricsQuestion: { readonly number: number; readonly budgets: boolean }): Promise<void> {
    return new Promise((resolve) => {
      member.answered = { number: metricsQuestion.number, resolve };
      // `leave` deals with a worker that has just died.
      if (member.worker.isConnected()) member.worker.send({ metricsQuestion }, () => {});
      else resolve();
    });
  }

  /** Shows a worker that does not report as busy: its event loop has lagged at least since its last report. */
  #showSilence({ worker, reading, reportedAt }: Member): void {
    const silentMs = Date.now() - reportedAt;
    if (!reading || silentMs < 2 * ANSWER_LIMIT_MS) return;
    const gauges = { ...reading.gauges, gateway_event_loop_lag_seconds: one(silentMs / 1_000) };
    this.#totals.read(String(worker.id), { ...reading, gauges });
  }

  async #answer(worker: Worker, { number, accept }: TextQuestion): Promise<void> {
    const text = await this.read(accept);
    if (worker.isConnected()) worker.send({ metricsText: { number, ...text } }, () => {});
  }
}
