import type { GatewayError } from "@/lib/errors";
import type { RefusedStream } from "./refused-stream";
import { EventSplitter } from "./event-splitter";

/** Why a stream cannot continue. */
export interface BrokenStream {
  readonly error: GatewayError;
  /** The event, in the caller's dialect, that says so. */
  readonly event: Uint8Array;
  /** What it means if nothing came before it; absent: that it broke. */
  readonly refused?: RefusedStream;
}

/**
 * Reads the events of an upstream's stream in turn, until one of them breaks it. What came before that one is still
 * passed on; the error is raised by the next chunk or by the end, so that the stream ends with it and is booked as an
 * error.
 */
export class EventReader<Passed> {
  #broken: BrokenStream | undefined;

  /** `read`: what to pass on of an event; undefined: nothing. */
  constructor(
    readonly read: (event: Buffer) => Passed | undefined,
    readonly splitter = new EventSplitter(),
  ) {}

  /** Undefined: nothing has broken the stream. */
  get broken(): BrokenStream | undefined {
    return this.#broken;
  }

  /** Reads no event after this one. */
  break(broken: BrokenStream): void {
    this.#broken = broken;
  }

  /** What to pass on of the events that this chunk completes. @throws GatewayError once the stream has broken */
  push(chunk: Uint8Array): Passed[] {
    this.#check();
    return this.#read(this.splitter.push(chunk));
  }

  /** What to pass on of the rest. @throws GatewayError if the stream has broken, or the rest breaks it */
  end(): Passed[] {
    this.#check();
    const rest = this.splitter.flush();
    const passed = rest.length > 0 ? this.#read([rest]) : [];
    this.#check();
    return passed;
  }

  #read(events: readonly Buffer[]): Passed[] {
    const passed: Passed[] = [];
    for (const event of events) {
      if (this.#broken) break;
      const read = this.read(event);
      if (read !== undefined) passed.push(read);
    }
    return passed;
  }

  #check(): void {
    if (this.#broken) throw this.#broken.error;
  }
}
