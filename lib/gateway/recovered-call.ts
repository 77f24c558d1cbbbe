import type { SpendRecord } from "@/lib/calls/record";
import type { CallSettled } from "./observer";

/** A call of a dead process, as observers get it. */
export function recoveredCall(record: SpendRecord): CallSettled {
  return { request: undefined, call: undefined, record, answer: undefined, deployment: undefined, attemptsMs: 0 };
}
