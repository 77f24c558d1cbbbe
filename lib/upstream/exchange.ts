import type { MaybePromise } from "@/lib/async/maybe-promise";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { HeldAnswer } from "./answer-memory";
import type { AnswerControl, AnswerHandler } from "./http1/connection";

/** The part of an answer before the first byte of its body. */
export interface UpstreamHead {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** How many bytes may wait for a slow reader before the upstream is paused. */
const HIGH_WATER = 256 * 1024;

/**
 * One request to an upstream and its answer, without a stream object around either: measurements show that those are
 * most of a proxy's cost. The body can be read once: as a whole with `collect`, or piece by piece by iterating.
 */
export class UpstreamExchange implements AnswerHandler, AsyncIterable<Uint8Array> {
  /** @throws the connection's error if none is made, or it breaks before the head has arrived */
  readonly head: Promise<UpstreamHead>;
  #resolveHead: (head: UpstreamHead) => void = () => {};
  #rejectHead: (error: Error) => void = () => {};
  #control: AnswerControl | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #limit = Number.POSITIVE_INFINITY;
  #isCollecting = false;
  #held: HeldAnswer | undefined;
  #isEnded = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #endListeners: (() => void)[] = [];

  /** `send` sends the request. It is aborted if the caller hangs up. */
  constructor(send: (handler: AnswerHandler) => unknown, caller: Pick<ApiRequest, "isGone" | "onGone">) {
    this.head = new Promise((resolve, reject) => {
      this.#resolveHead = resolve;
      this.#rejectHead = reject;
    });
    if (caller.isGone) {
      this.#fail(new Error("the caller has hung up"));
      return;
    }
    caller.onGone(() => this.abort());
    send(this);
  }

  /** Whether the request has begun to go out to the upstream, which may bill it from then on. */
  get isSent(): boolean {
    return this.#control !== undefined;
  }

  /**
   * Reads the whole body, at once where it came with the head. `held`: the room that it takes; without room
   * the upstream waits. @throws GatewayError upstream_invalid_response beyond `limit` bytes, overloaded; the error of a
   * broken connection
   */
  collect(limit: number, held?: HeldAnswer): MaybePromise<Buffer> {
    this.#isCollecting = true;
    this.#held = held;
    this.#limit = limit;
    this.#checkLimit();
    this.#resume();
    return this.#isEnded ? this.#whole() : this.#collectRest();
  }

  async #collectRest(): Promise<Buffer> {
    while (!this.#isEnded) await this.#change();
    return this.#whole();
  }

  #whole(): Buffer {
    if (this.#failure) throw this.#failure;
    const chunks = this.#chunks;
    this.#chunks = [];
    const [first] = chunks;
    return chunks.length === 1 && first ? first : Buffer.concat(chunks, this.#size);
  }

  /** The body as it comes. Leaving the loop early aborts the request. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#take();
        yield* chunks;
        if (chunks.length > 0) continue;
        if (this.#failure) throw this.#failure;
        if (this.#isEnded) return;
        await this.#change();
      }
    } finally {
      if (!this.#isEnded) this.abort();
    }
  }

  /** Aborts the request. `given` is the error that the reader of the answer gets. */
  abort(given?: Error): void {
    if (this.#isEnded) return;
    // An error takes microseconds, and most answers have ended by then.
    const reason = given ?? new Error("broken off");
    this.#control?.abort(reason);
    this.#fail(reason);
  }

  /** Aborts the request for the given reason, unless it ends within that many milliseconds. */
  abortAfter(milliseconds: number, reason: () => Error): void {
    const timer = setTimeout(() => this.abort(reason()), milliseconds);
    this.onEnd(() => clearTimeout(timer));
  }

  /** Calls the listener when the answer is complete or has failed. */
  onEnd(listener: () => void): void {
    if (this.#isEnded) listener();
    else this.#endListeners.push(listener);
  }

  onRequestStart(control: AnswerControl): void {
    this.#control = control;
    if (this.#failure) control.abort(this.#failure);
  }

  onResponseStart(_control: AnswerControl, status: number, headers: UpstreamHead["headers"]): void {
    if (status >= 200) this.#resolveHead({ status, headers });
  }

  onResponseData(control: AnswerControl, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#isCollecting) {
      this.#checkLimit();
      this.#waitForRoom(control);
      return;
    }
    if (this.#size > HIGH_WATER) control.pause();
    this.#notify();
  }

  onResponseEnd(): void {
    this.#isEnded = true;
    for (const listener of this.#endListeners) listener();
    this.#notify();
  }

  onResponseError(control: AnswerControl | null, error: Error): void {
    if (!control) this.#control = undefined;
    this.#fail(error);
  }

  #take(): Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#size = 0;
    this.#resume();
    return chunks;
  }

  #resume(): void {
    if (this.#control?.paused) this.#control.resume();
  }

  #waitForRoom(control: AnswerControl): void {
    const waiting = this.#isEnded ? undefined : this.#held?.grow(this.#size);
    if (!waiting) return;
    control.pause();
    waiting.then(
      () => this.#resume(),
      (error: Error) => this.abort(error),
    );
  }

  #checkLimit(): void {
    if (this.#size <= this.#limit) return;
    this.#control?.abort(new Error("too large"));
    this.#fail(new GatewayError("upstream_invalid_response", "The upstream's answer is too large."));
  }

  #fail(error: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#failure = error;
    for (const listener of this.#endListeners) listener();
    this.head.catch(() => {}); // Whoever needs the head awaits it and gets the error.
    this.#rejectHead(error);
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
