import type { Logger } from "@/lib/log";
import { Guard } from "./guard";
import { Program, type ProgramListener, type ProgramSpec, type ProgramState } from "./program";

/** How long a program that nobody asks goes on running, in milliseconds. */
const IDLE_MS = 30 * 60_000;

interface Running<Door> {
  readonly key: string;
  readonly program: Program;
  readonly door: Door;
  usedAt: number;
}

/** What is made for a program, to be spoken to. */
type MakeDoor<Door> = (send: (line: string) => void) => Door;

/**
 * The programs that this process has begun, one for each name. One whose settings change is ended, and so is one that
 * nobody has asked for half an hour.
 */
export class Programs<Door extends ProgramListener> {
  readonly #running = new Map<string, Running<Door>>();
  readonly #guard = new Guard();
  readonly #sweep: NodeJS.Timeout;
  #ending: Promise<unknown>[] = [];

  constructor(
    private readonly makeDoor: MakeDoor<Door>,
    private readonly outside: { readonly log: Pick<Logger, "info" | "warn">; readonly now: () => number },
  ) {
    this.#sweep = setInterval(() => this.#endIdle(), IDLE_MS / 10).unref();
  }

  /** What speaks with a program, which is begun by the first message. */
  of(spec: ProgramSpec): Door {
    const key = JSON.stringify(spec);
    const known = this.#running.get(spec.name);
    if (known?.key === key) {
      known.usedAt = this.outside.now();
      return known.door;
    }
    if (known) this.#end(spec.name, known);
    const door: Door = this.makeDoor((line) => program.send(line));
    const program = new Program(spec, door, { ...this.outside, guard: this.#guard });
    this.#running.set(spec.name, { key, program, door, usedAt: this.outside.now() });
    return door;
  }

  /** How a program is doing; undefined: nobody has asked for it in half an hour. */
  stateOf(name: string): ProgramState | undefined {
    return this.#running.get(name)?.program.state;
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const [name, running] of [...this.#running]) this.#end(name, running);
    await Promise.all(this.#ending);
    this.#guard.close();
  }

  #endIdle(): void {
    const before = this.outside.now() - IDLE_MS;
    for (const [name, running] of [...this.#running]) if (running.usedAt < before) this.#end(name, running);
  }

  #end(name: string, { program }: Running<Door>): void {
    this.#running.delete(name);
    const ending = program.close();
    this.#ending.push(ending);
    void ending.finally(() => (this.#ending = this.#ending.filter((one) => one !== ending)));
  }
}
