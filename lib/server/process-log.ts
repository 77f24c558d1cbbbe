import type { Environment } from "@/lib/config/environment-variables";
import { createLogger, USUAL_LOG_FORM, type Logger, type LogForm } from "@/lib/log";
import { createLogWriter } from "./log-writer";

/** The log of this process, on standard error. */
export interface ProcessLog {
  readonly log: Logger;
  /** Lines have the usual form until this is known. */
  setForm(environment: Pick<Environment, "logLevel" | "logFormat">): void;
}

/** Opens it. What waits is written when the process ends by itself. */
export function openProcessLog(): ProcessLog {
  let form: LogForm = USUAL_LOG_FORM;
  const writer = createLogWriter({
    stream: process.stderr,
    descriptor: 2,
    onDropped: (lines) => log.warn("log.lines_dropped", { lines }),
  });
  // As for standard error: without a listener, the line that a stop writes to standard output would end the process
  // before its calls are booked, if nobody reads that any more.
  process.stdout.on("error", () => {});
  const log = createLogger(writer.write, Date.now, () => form);
  process.on("exit", () => writer.flush());
  return {
    log,
    setForm({ logLevel, logFormat }) {
      form = { level: logLevel, format: logFormat };
    },
  };
}
