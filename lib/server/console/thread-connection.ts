import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** A message from one end to the other: bytes, the acknowledgement of bytes, or the end of the stream. */
type Message = { readonly bytes: Uint8Array } | "taken" | "end";

/**
 * A connection between two threads of this process, which node:http uses like a network connection. One end reads what
 * the other writes, one chunk at a time, so a slow reader slows the writer down. If one end is destroyed or its thread
 * dies, the other end is destroyed too.
 */
export class ThreadConnection extends Duplex {
  readonly #port: MessagePort;
  /** Whether the last chunk has arrived here and has not been read yet. */
  #owesReceipt = false;
  #receipt: (() => void) | undefined;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", (message: Message) => this.#receive(message));
    port.on("close", () => this.destroy());
  }

  // The development server of Next.js calls these. Inside this process there is nothing to time out or delay.
  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _read(): void {
    if (!this.#owesReceipt) return;
    this.#owesReceipt = false;
    this.#send("taken");
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#receipt = done;
    // Copied, because transferring gives the memory away, and a pooled buffer's memory also holds other data.
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
