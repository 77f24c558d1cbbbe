import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { bounded } from "@/lib/time/io/deadline";
import type { Logger } from "@/lib/log";
import type { Guard } from "./guard";
import { LineReader } from "./line-reader";
import { SaidLines } from "./said-lines";

/** A program that serves tools by lines on its standard input and output. */
export interface ProgramSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Who hears of a program. */
export interface ProgramListener {
  line(line: string): void;
  /** It has ended, and what was sent to it is lost. */
  ended(): void;
}

/** The most bytes of a line: as of an answer by HTTP. */
const MOST_LINE = 8 * 1024 * 1024;
/** Bytes that may wait for a program that does not read them. */
const MOST_UNREAD = 16 * 1024 * 1024;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A program that has run for that long has not failed at its start. */
const STEADY_MS = 60_000;
/** How long it may take to end by itself, and then after SIGTERM, in milliseconds. */
const PATIENCE_MS = 2_000;

/** What became of a program since the gateway has had these settings of it. Times: milliseconds since the epoch. */
export interface ProgramState {
  /** Undefined: it does not run. */
  readonly runningSince: number | undefined;
  /** How often it was begun after the first time. */
  readonly restarts: number;
  /** Undefined: it has not ended. */
  readonly lastEnd: { readonly at: number; readonly reason: string } | undefined;
  /** Until when it is not begun again, however often it is asked; undefined: it may be begun. */
  readonly pausedUntil: number | undefined;
}

interface Outside {
  readonly log: Pick<Logger, "info" | "warn">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly guard: Guard;
}

/** A program that cannot be asked. */
class ProgramAway extends Error {
  readonly code = "ECONNREFUSED";
}

/** One program: begun when it is needed, and begun again after it has ended, later each time. */
export class Program {
  #child: ChildProcessWithoutNullStreams | undefined;
  #gone: Promise<unknown> = Promise.resolve();
  #startedAt = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = 0;
  #begun = 0;
  #lastEnd: ProgramState["lastEnd"];
  #isClosed = false;

  constructor(
    readonly spec: ProgramSpec,
    private readonly listener: ProgramListener,
    private readonly outside: Outside,
  ) {}

  /**
   * Sends a line, and begins the program for it if need be. @throws ProgramAway while it must not be begun, or does not
   * read what it is sent
   */
  send(line: string): void {
    const { stdin } = this.#child ?? this.#begin();
    if (stdin.writableLength > MOST_UNREAD) throw new ProgramAway("The program does not read what it is sent.");
    stdin.write(`${line}\n`);
  }

  get state(): ProgramState {
    const isPaused = !this.#child && this.#notBefore > this.outside.now();
    return {
      runningSince: this.#child && this.#startedAt,
      restarts: Math.max(0, this.#begun - 1),
      lastEnd: this.#lastEnd,
      pausedUntil: isPaused ? this.#notBefore : undefined,
    };
  }

  /** Ends it for good: by closing its input, then by signals. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    if (!child) return;
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (
        (await bounded(
          this.#gone.then(() => true),
          PATIENCE_MS,
        )) === true
      )
        return;
      endGroup(child.pid, signal);
    }
    await this.#gone;
  }

  #begin(): ChildProcessWithoutNullStreams {
    const { command, args, env, name } = this.spec;
    const { log, now, guard } = this.outside;
    const leftMs = this.#notBefore - now();
    if (this.#isClosed) throw new ProgramAway("The program has been ended.");
    if (leftMs > 0)
      throw new ProgramAway(
        `The program has ended, and is begun again in ${Math.ceil(leftMs / 1000)} s at the earliest.`,
      );
    // A group of its own, so that what it starts ends with it.
    const child = spawn(command, args, {
      env: { ...env } as NodeJS.ProcessEnv,
      shell: false,
      detached: true,
      stdio: "pipe",
    });
    this.#child = child;
    this.#startedAt = now();
    this.#begun++;
    const { pid } = child;
    if (pid !== undefined) guard.add(pid);
    log.info("program.started", { server: name, pid });
    child.stdin.on("error", () => {}); // Its end tells more.
    this.#gone = new Promise<void>((resolve) => {
      const over = (reason: string): void => {
        if (this.#child === child) this.#over(reason, pid);
        resolve();
      };
      child.on("error", (error: NodeJS.ErrnoException) => over(error.code ?? error.message));
      child.on("close", (code, signal) => over(signal ?? `status ${code}`));
    });
    const lines = new LineReader(MOST_LINE);
    child.stdout.on("data", (bytes: Buffer) => {
      const read = lines.push(bytes);
      if (read === "too long") return endGroup(pid, "SIGKILL");
      for (const line of read) this.listener.line(line);
    });
    const said = new SaidLines(Object.values(env), now);
    child.stderr.on("data", (bytes: Buffer) => {
      for (const line of said.push(bytes)) log.info("program.said", { server: name, line });
    });
    return child;
  }

  #over(reason: string, pid: number | undefined): void {
    const { log, now, guard } = this.outside;
    this.#child = undefined;
    // What it has started may be left.
    endGroup(pid, "SIGKILL");
    if (pid !== undefined) guard.remove(pid);
    const at = now();
    this.#lastEnd = { at, reason };
    if (at - this.#startedAt >= STEADY_MS) this.#pauseMs = FIRST_PAUSE_MS;
    this.#notBefore = at + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    if (!this.#isClosed) log.warn("program.ended", { server: this.spec.name, reason });
    this.listener.ended();
  }
}

function endGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}
