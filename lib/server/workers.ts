import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import type { Environment } from "@/lib/config/environment-variables";
import { countForWorkers } from "@/lib/limits/io/worker-slots";
import type { FleetPage } from "@/lib/observe/metrics/io/fleet-page";
import { WORKER_PLACE, type Host } from "./host";
import type { Logger } from "@/lib/log";

/** The variable in which the first process tells its workers the address of the database. */
export const WORKER_DATABASE = "GATEWAY_WORKER_DATABASE_URL";

/** The number of serving processes. If it is 1, the first process serves by itself. */
export function workerCount({ workers }: Environment): number {
  return workers === "auto" ? availableParallelism() : workers;
}

/** A worker that dies within this time of its start is replaced only after the same time, in milliseconds. */
const HEALTHY_AFTER = 5_000;

interface Supervision {
  readonly count: number;
  readonly host: Host;
  readonly log: Logger;
  readonly metrics: FleetPage;
}

/**
 * Forks the serving processes. When one dies, books the calls in its journal and starts another. Resolves to a function
 * that stops them, once all serve.
 */
export async function superviseWorkers({ count, host, log, metrics }: Supervision): Promise<() => Promise<void>> {
  // Without Redis, the first process counts the requests, tokens and calls in flight of all workers.
  new RateLimiterClusterMaster();
  countForWorkers();
  let stopping = false;
  const exits = new Map<Worker, Promise<void>>();

  function start(index: number): Promise<void> {
    const worker = cluster.fork({ [WORKER_DATABASE]: host.databaseUrl, [WORKER_PLACE]: index });
    const startedAt = Date.now();
    metrics.join(worker);
    exits.set(worker, new Promise((resolve) => worker.once("exit", () => resolve())));
    return new Promise((resolve, reject) => {
      worker.on("message", (message: unknown) => {
        if (typeof message !== "object" || message === null || !("ready" in message)) return;
        log.info("worker serves", { pid: worker.process.pid });
        resolve();
      });
      // Sending to a worker that has just died fails. Without this listener the error would end the first process.
      worker.on("error", (error) => log.warn("worker unreachable", { pid: worker.process.pid, error: String(error) }));
      worker.once("exit", (code, signal) => {
        exits.delete(worker);
        if (stopping) return;
        log.error("worker died", { pid: worker.process.pid, code, signal });
        void recover(worker);
        setTimeout(
          () => !stopping && void start(index).catch(() => {}),
          Date.now() - startedAt < HEALTHY_AFTER ? HEALTHY_AFTER : 0,
        );
        reject(new Error(`a worker ended while starting (${signal ?? code})`));
      });
    });
  }

  /** Counts each call of a dead worker once: as the worker reported it, or else as its journal has it. */
  async function recover(worker: Worker): Promise<void> {
    const { pid } = worker.process;
    const endedBehind = await metrics.leave(worker);
    if (pid !== undefined) await host.recover(pid, endedBehind);
  }

  const forward = (): void => {
    for (const worker of exits.keys()) worker.process.kill("SIGHUP");
  };
  if (!process.stdin.isTTY) process.on("SIGHUP", forward);

  async function stop(): Promise<void> {
    stopping = true;
    process.off("SIGHUP", forward);
    for (const worker of exits.keys()) worker.process.kill("SIGTERM");
    await Promise.all(exits.values());
  }

  try {
    await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
