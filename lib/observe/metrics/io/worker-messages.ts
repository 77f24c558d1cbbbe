import { z } from "zod";
import type { BudgetUse, ProcessReading } from "../reading";
import type { MetricsDelta } from "../counted";
import type { JournalPosition } from "@/lib/spend/book";

/** A worker's report to the first process: each second, when it is asked, and before it ends. */
export interface WorkerReport {
  readonly delta: MetricsDelta;
  /** The calls that ended before this position in the worker's journal are in its counts. */
  readonly checkpoint?: JournalPosition | undefined;
  /** The number of the question that this answers. */
  readonly answers?: number;
  readonly reading?: ProcessReading;
  /** The budgets as the database has them, if the question wanted them. */
  readonly booked?: readonly BudgetUse[] | undefined;
  /** The `model_name` of each deployment, if they have changed. */
  readonly models?: readonly (readonly [deployment: string, model: string])[];
}

/** From a worker: its report. Our own processes are trusted with its parts. */
export const workerReport = z.object({ metricsReport: z.custom<WorkerReport>((value) => typeof value === "object") });
/** To a worker: the question for a report, and whether it should ask the database about budgets. */
export const reportQuestion = z.object({ metricsQuestion: z.object({ number: z.number(), budgets: z.boolean() }) });
/** From a worker: the question for the text of all metrics, and which format its reader accepts. */
export const textQuestion = z.object({
  metricsTextQuestion: z.object({ number: z.number(), accept: z.string().optional() }),
});
export type TextQuestion = z.output<typeof textQuestion>["metricsTextQuestion"];
/** To a worker: the text. */
export const textAnswer = z.object({
  metricsText: z.object({ number: z.number(), contentType: z.string(), text: z.string() }),
});

/** Reads a message of this kind; undefined: it is of another kind, as most messages between these processes are. */
export function readMessage<Message>(kind: z.ZodObject & z.ZodType<Message>, message: unknown): Message | undefined {
  const [member = ""] = Object.keys(kind.shape);
  if (typeof message !== "object" || message === null || !(member in message)) return undefined;
  return kind.safeParse(message).data;
}
