import type { Call } from "./call";

/** When the steps of a call came. All times are in milliseconds since the epoch, all durations in milliseconds. */
export class CallTimes {
  /** From the call's start until the head of its answer came, of the last attempt that had one; null: none had. */
  upstreamMs: number | null = null;
  /** From the call's start until the first piece of content of its stream; null: there was none. */
  firstTokenMs: number | null = null;
  /** When the attempt that is in flight, or the last one, began. */
  attemptAt = 0;
  #firstAttemptAt: number | undefined;
  /** When that attempt had its outcome; undefined: not yet, or its stream goes on. */
  #outcomeAt: number | undefined;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor({ startedAt }: Pick<Call, "startedAt">, now: () => number) {
    this.#startedAt = startedAt;
    this.#now = now;
  }

  attemptBegan(): void {
    this.#outcomeAt = undefined;
    this.attemptAt = this.#now();
    this.#firstAttemptAt ??= this.attemptAt;
  }

  headCame(): void {
    this.upstreamMs = this.#now() - this.#startedAt;
  }

  contentCame(): void {
    this.firstTokenMs ??= this.#now() - this.#startedAt;
  }

  outcomeCame(): void {
    this.#outcomeAt = this.#now();
  }

  /** When the attempt ended; now, if its stream goes on. */
  get attemptEndedAt(): number {
    return this.#outcomeAt ?? this.#now();
  }

  /** From the beginning of the first attempt to the end of the last. */
  get attemptsMs(): number {
    return this.attemptEndedAt - (this.#firstAttemptAt ?? this.attemptAt);
  }
}
