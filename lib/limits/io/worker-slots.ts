import cluster, { type Worker } from "node:cluster";
import { z } from "zod";
import type { SlotCounter } from "@/lib/limits/slot-table";
import { SlotTable } from "../slot-table";

/** How long the first process may take to answer, in milliseconds. */
const ANSWER_LIMIT_MS = 1_000;

const slot = z.object({ key: z.string(), limit: z.number() });
const question = z.object({
  slotQuestion: z.union([
    z.object({ number: z.number(), call: z.string(), enter: z.array(slot) }),
    z.object({ call: z.string(), leave: z.array(z.string()) }),
  ]),
});
const answer = z.object({ slotAnswer: z.object({ number: z.number(), full: z.number() }) });

/** Runs in the first process of a gateway with workers: counts the calls in flight of all workers. */
export function countForWorkers(): void {
  const table = new SlotTable();
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!speaksOf(message, "slotQuestion")) return;
    const parsed = question.safeParse(message);
    if (!parsed.success) return;
    const { slotQuestion: asked } = parsed.data;
    if ("leave" in asked) return table.leave(asked.call, asked.leave);
    const full = table.enter(worker.id, asked.call, asked.enter);
    if (worker.isConnected())
      worker.send({ slotAnswer: { number: asked.number, full } } satisfies z.input<typeof answer>);
  });
  cluster.on("exit", (worker) => table.abandon(worker.id));
}

/** Runs in a worker: asks the first process. */
export function askFirstProcess(): SlotCounter {
  let number = 0;
  const waiting = new Map<number, (full: number) => void>();
  const listen = (message: unknown): void => {
    if (!speaksOf(message, "slotAnswer")) return;
    const parsed = answer.safeParse(message);
    if (parsed.success) waiting.get(parsed.data.slotAnswer.number)?.(parsed.data.slotAnswer.full);
  };
  process.on("message", listen);

  function send(slotQuestion: z.input<typeof question>["slotQuestion"]): void {
    // If the first process is gone, this worker is about to end too, so the question is dropped.
    if (process.connected) process.send?.({ slotQuestion }, undefined, undefined, () => {});
  }

  return {
    enter(call, slots) {
      const mine = ++number;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(mine);
          // The first process may have let the call in without this worker hearing of it.
          send({ call, leave: slots.map(({ key }) => key) });
          reject(new Error("the gateway's first process does not answer"));
        }, ANSWER_LIMIT_MS);
        waiting.set(mine, (full) => {
          clearTimeout(timer);
          waiting.delete(mine);
          resolve(full);
        });
        send({ number: mine, call, enter: [...slots] });
      });
    },
    async leave(call, keys) {
      send({ call, leave: [...keys] });
    },
    close() {
      process.off("message", listen);
    },
  };
}

/** Whether a message is for this file. Most messages between these processes are not. */
function speaksOf(message: unknown, member: string): boolean {
  return typeof message === "object" && message !== null && member in message;
}
