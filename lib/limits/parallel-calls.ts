import type { SharedSlots } from "./io/shared-slots";
import { showsFigures, type Payer } from "./payers";
import { fullParallel, tooManyAtOnce, type ParallelReading } from "./rate-rules";
import type { Slot } from "./slot-table";

/** The slots of one payer, and how many of them calls of this process have. */
export interface SlotReading extends ParallelReading, Slot {}

const NOTHING = (): void => {};

/** Counts the calls in flight of each payer with `max_parallel_requests`: each call has one slot of each such payer. */
export class ParallelCalls {
  readonly #shared: SharedSlots | undefined;
  readonly #inFlight = new Map<string, number>();

  /** `shared` counts together with other processes; undefined: this process is alone. */
  constructor(shared: SharedSlots | undefined) {
    this.#shared = shared;
  }

  readings(payers: readonly Payer[]): SlotReading[] {
    return payers.flatMap((payer) => {
      const { type, id, name, limits } = payer;
      const { maxParallelRequests: limit } = limits;
      const key = `${type} ${id}`;
      const inFlight = this.#inFlight.get(key) ?? 0;
      return limit === null ? [] : [{ payer, name, limit, inFlight, showsFigures: showsFigures(payer), key }];
    });
  }

  /** Takes a slot of each payer in this process, or none. @throws GatewayError rate_limit_exceeded */
  take(payers: readonly Payer[]): readonly SlotReading[] {
    const readings = this.readings(payers);
    const full = fullParallel(readings);
    if (full) throw tooManyAtOnce(full);
    const slots = strictestOfEachPayer(readings);
    for (const { key } of slots) this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1);
    return slots;
  }

  free(slots: readonly Slot[]): void {
    for (const { key } of slots) {
      const left = (this.#inFlight.get(key) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(key, left);
      else this.#inFlight.delete(key);
    }
  }

  /** Whether these slots have to be taken in the shared count too. */
  isShared(slots: readonly Slot[]): boolean {
    return this.#shared !== undefined && slots.length > 0;
  }

  /**
   * Takes the same slots in the shared count. Resolves to a function that frees them.
   * @throws GatewayError rate_limit_exceeded
   */
  async takeShared(slots: readonly SlotReading[]): Promise<() => void> {
    if (!this.#shared || slots.length === 0) return NOTHING;
    const entered = await this.#shared.enter(slots);
    if ("full" in entered) throw tooManyAtOnce(entered.full);
    return entered.leave;
  }

  async close(): Promise<void> {
    await this.#shared?.close();
  }
}

/** Several entries of one model name may limit the same payer: that is one slot, with the lowest limit. */
function strictestOfEachPayer(readings: readonly SlotReading[]): readonly SlotReading[] {
  if (readings.length < 2) return readings;
  const slots = new Map<string, SlotReading>();
  for (const reading of readings) {
    const known = slots.get(reading.key);
    if (!known || reading.limit < known.limit) slots.set(reading.key, reading);
  }
  return [...slots.values()];
}
