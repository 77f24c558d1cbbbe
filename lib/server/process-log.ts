import type { Environment } from "@/lib/config/environment-variables";
import { createLogger, USUAL_LOG_FORM, type Logger, type LogForm } from "@/lib/log";
import { createLogWriter } from "./log-writer";

/** The log of this process, on standard error. */
export interface ProcessLog {
  readonly log: Logger;
  /** Lines have the usual form until this is called. */
  setForm(environment: Pick<Environment, "logLevel" | "logFormat" | "workers">): void;
}

/** Opens the log. The lines that wait are written when the process exits. */
export function openProcessLog(): ProcessLog {
  let form: LogForm = USUAL_LOG_FORM;
  let isShared = true;
  const writer = createLogWriter({
    isShared: () => isShared,
    stream: process.stderr,
    descriptor: 2,
    onDropped: (lines) => log.warn("log.lines_dropped", { lines }),
  });
  // The same for standard output: a stop writes a line there. If nobody reads it any more, that line's error would end
  // the process before its calls are booked.
  process.stdout.on("error", () => {});
  const log = createLogger(writer.write, Date.now, () => form);
  process.on("exit", () => writer.flush());
  return {
    log,
    setForm({ logLevel, logFormat, workers }) {
      isShared = workers !== 1;
      form = { level: logLevel, format: logFormat };
    },
  };
}
