import { EventReader } from "./event-reader";
import { joinAdjacent } from "./event-splitter";
import type { RefusedStream } from "./refused-stream";

/**
 * The part of a stream's reader that all dialects share: forwards whole events without changing a byte, so that
 * whatever follows a broken stream can still be read. An error event from the upstream is held back until the stream
 * ends.
 */
export abstract class PassingStream {
  protected readonly reader = new EventReader<Buffer>((event) => this.read(event));
  /** Bytes of generated text that have passed. */
  protected characters = 0;
  protected hasPassed = false;

  /** Takes note of an event. Undefined if it must be held back. */
  protected abstract read(event: Buffer): Buffer | undefined;

  get refused(): RefusedStream | undefined {
    return this.reader.broken?.refused;
  }

  get hasContent(): boolean {
    return this.characters > 0;
  }

  get isComplete(): boolean {
    return this.hasPassed;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    return joinAdjacent(this.reader.push(chunk));
  }

  end(): Uint8Array[] {
    return this.reader.end();
  }
}
