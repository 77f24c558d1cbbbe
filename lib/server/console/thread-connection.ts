import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** What one end tells the other: bytes, that they have been taken, or that no more will come. */
type Message = { readonly bytes: Uint8Array } | "taken" | "end";

/**
 * A connection between two threads of this process, which node:http takes for one of the network: what is written at
 * one end is read at the other, a piece at a time and no faster than it is taken there. When either end is destroyed or
 * its thread dies, so is the other.
 */
export class ThreadConnection extends Duplex {
  readonly #port: MessagePort;
  /** The last piece that came waits to be taken. */
  #owesReceipt = false;
  #receipt: (() => void) | undefined;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", (message: Message) => this.#receive(message));
    port.on("close", () => this.destroy());
  }

  override _read(): void {
    if (!this.#owesReceipt) return;
    this.#owesReceipt = false;
    this.#send("taken");
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#receipt = done;
    // A copy, to give away: the memory behind a buffer may hold others' bytes, too.
    const bytes = new Uint8Array(chunk);
    this.#port.postMessage({ bytes } satisfies Message, [bytes.buffer]);
  }

  override _final(done: () => void): void {
    this.#send("end");
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  #send(message: Message): void {
    this.#port.postMessage(message);
  }

  #receive(message: Message): void {
    if (message === "end") {
      this.push(null);
    } else if (message === "taken") {
      const done = this.#receipt;
      this.#receipt = undefined;
      done?.();
    } else {
      this.#owesReceipt = true;
      if (this.push(Buffer.from(message.bytes.buffer))) this._read();
    }
  }
}
