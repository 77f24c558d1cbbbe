import { setTimeout as pause } from "node:timers/promises";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import type { MeasuredProcess } from "./measure";
import type { Served } from "./scenarios";

/** How long the booking may take after the last call, in milliseconds. */
const BOOKS_WITHIN_MS = 30_000;

/** A gateway that counts which of its calls have to be booked. */
export class MeasuredGateway implements MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  #served = 0;

  constructor(
    readonly gateway: GatewayProcess,
    readonly postmaster: number,
  ) {
    [this.url, this.pid] = [gateway.url, gateway.pid];
  }

  readonly count = ({ booked }: Served): void => {
    this.#served += booked;
  };

  /** @throws Error unless each answered call is booked: a gateway that forgets calls is not a measure for others */
  async requireAllBooked(): Promise<void> {
    const deadline = performance.now() + BOOKS_WITHIN_MS;
    for (;;) {
      const headers = { authorization: `Bearer ${this.gateway.masterKey}` };
      const response = await fetch(`${this.url}/global/spend`, { headers });
      const { calls }: { calls: number } = await response.json();
      if (calls === this.#served) return;
      if (performance.now() > deadline) throw new Error(`${this.#served} calls were answered, but ${calls} are booked`);
      await pause(200);
    }
  }
}
