import type { SpendRecord } from "@/lib/calls/record";
import type { MaybePromise } from "@/lib/async/maybe-promise";

/** What a finished call has cost and used. */
export type CallCharge = Pick<SpendRecord, "spendNano" | "usage">;

/**
 * What a running call has set aside of its payers' budgets, rates and slots. It ends exactly once: the first of
 * `settle` and `release` counts.
 */
export interface Hold {
  /** Headers for the answer, whatever it is: what is left of rate limits, and a warning about soft budgets. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sets aside as much of the budgets as a call of that cost needs, in nano-dollars: a fallback may cost more than the
   * model that was asked for. @throws GatewayError budget_exceeded, directory_unavailable; nothing has changed then
   */
  raise(costNano: bigint): MaybePromise<void>;
  /** Replaces what was set aside by what the call has cost and used. */
  settle(charge: CallCharge): void;
  /** Gives everything back: the call has not been sent. */
  release(): void;
}

/** The hold of a call without limits. */
export const NO_HOLD: Hold = { headers: {}, raise() {}, settle() {}, release() {} };

/** A hold whose end is one function; it gets no charge if the call has not been sent. */
export class OpenHold implements Hold {
  #end: ((charge: CallCharge | undefined) => void) | undefined;

  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly raise: Hold["raise"],
    end: (charge: CallCharge | undefined) => void,
  ) {
    this.#end = end;
  }

  settle(charge: CallCharge): void {
    this.#finish(charge);
  }
  release(): void {
    this.#finish(undefined);
  }

  #finish(charge: CallCharge | undefined): void {
    const end = this.#end;
    this.#end = undefined;
    end?.(charge);
  }
}
