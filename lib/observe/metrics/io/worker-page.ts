import { GatewayError } from "@/lib/errors";
import type { MetricsPage, MetricsText } from "@/lib/gateway/metrics-page";
import type { Services } from "@/lib/gateway/services";
import { modelNames, type ProcessMetrics } from "../process-metrics";
import { createBookedBudgets } from "./booked-budgets";
import { ownFigures } from "./own-figures";
import { readMessage, reportQuestion, textAnswer, type textQuestion, type WorkerReport } from "./worker-messages";
import type { z } from "zod";

/**
 * How often a worker reports its counts without being asked, in milliseconds. A worker that dies loses at most that
 * much.
 */
const REPORT_EVERY_MS = 1_000;
/** How long the first process may take to send the text, in milliseconds. */
const TEXT_LIMIT_MS = 5_000;

export interface WorkerPage extends MetricsPage {
  /** Begins to report. Call it once `services` are open. */
  start(services: Services): void;
  /** Reports the last counts. Nothing may be counted after that. */
  close(): void;
}

/**
 * The metrics of a worker. It reports its counts to the first process, and gets the text of all workers' metrics from
 * there.
 */
export function createWorkerPage(metrics: ProcessMetrics): WorkerPage {
  const figures = ownFigures();
  const startedAt = Date.now();
  const waiting = new Map<number, (text: MetricsText) => void>();
  let lastQuestion = 0;
  let begun: { readonly services: Services; readonly budgets: ReturnType<typeof createBookedBudgets> } | undefined;
  let reportedModels: unknown;
  let timer: NodeJS.Timeout | undefined;

  /** Reports synchronously, because the counts and the place in the journal must be of the same moment. */
  function report(
    { services }: NonNullable<typeof begun>,
    answer: Omit<WorkerReport, "delta" | "checkpoint"> = {},
  ): void {
    const { models } = services.settings.current();
    const checkpoint = services.spend.checkpoint();
    send({
      metricsReport: {
        delta: metrics.take(services, figures.cpu()),
        checkpoint,
        ...(models !== reportedModels && { models: [...modelNames({ models })] }),
        ...answer,
      },
    });
    reportedModels = models;
  }

  async function answer(
    { number, budgets }: z.output<typeof reportQuestion>["metricsQuestion"],
    open: NonNullable<typeof begun>,
  ): Promise<void> {
    const booked = budgets ? await open.budgets() : undefined;
    const gauges = figures.gauges();
    report(open, { answers: number, reading: metrics.read(open.services, gauges, startedAt), booked });
  }

  const listen = (message: unknown): void => {
    const question = readMessage(reportQuestion, message);
    if (question && begun) void answer(question.metricsQuestion, begun);
    const text = readMessage(textAnswer, message);
    if (text) waiting.get(text.metricsText.number)?.(text.metricsText);
  };
  process.on("message", listen);

  return {
    start(services) {
      const open = { services, budgets: createBookedBudgets(services) };
      begun = open;
      timer = setInterval(() => report(open), REPORT_EVERY_MS).unref();
    },
    read(accept) {
      const number = ++lastQuestion;
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          waiting.delete(number);
          const message = "The gateway's first process, which adds up the metrics of its workers, does not answer.";
          reject(new GatewayError("overloaded", message, { headers: { "retry-after": "1" } }));
        }, TEXT_LIMIT_MS);
        waiting.set(number, (text) => {
          clearTimeout(limit);
          waiting.delete(number);
          resolve(text);
        });
        send({ metricsTextQuestion: { number, accept } } satisfies z.input<typeof textQuestion>);
      });
    },
    close() {
      clearInterval(timer);
      process.off("message", listen);
      if (begun) report(begun);
    },
  };
}

function send(message: z.input<typeof textQuestion> | { readonly metricsReport: WorkerReport }): void {
  // If the first process is gone, this worker is about to end too, so the message is dropped.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
