import type { ServerResponse } from "node:http";
import { BusySet } from "@/lib/async/busy-set";

/** Requests that are being served. A request whose caller has left counts until it is booked. */
export class RequestsUnderWay {
  readonly #responses = new BusySet<ServerResponse>();
  #isClosing = false;
  #whenNone: (() => void)[] = [];

  get count(): number {
    return this.#responses.size;
  }

  add(response: ServerResponse, served: Promise<void>, onError: (error: unknown) => void): void {
    if (this.#isClosing) response.shouldKeepAlive = false;
    const slot = this.#responses.add(response);
    const leave = (): void => this.#leave(slot);
    served.then(leave, (error: unknown) => {
      onError(error);
      leave();
    });
  }

  /** Sends `Connection: close` with each answer from now on that has not begun yet. */
  closeConnections(): void {
    this.#isClosing = true;
    for (const response of this.#responses) response.shouldKeepAlive = false;
  }

  none(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenNone.push(resolve));
  }

  #leave(slot: number): void {
    this.#responses.delete(slot);
    if (this.count > 0) return;
    for (const resolve of this.#whenNone.splice(0)) resolve();
  }
}
