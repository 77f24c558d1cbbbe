import { expect, test } from "vitest";
import type { SharedSlots } from "./io/shared-slots";
import { ParallelCalls } from "./parallel-calls";
import type { Payer } from "./payers";

const payer = (id: string, maxParallelRequests: number | null): Payer => ({
  type: "model",
  id,
  name: `model "${id}"`,
  limits: {
    maxBudget: null,
    softBudget: null,
    budgetDuration: null,
    tpmLimit: null,
    rpmLimit: null,
    maxParallelRequests,
    modelTpmLimit: {},
    modelRpmLimit: {},
  },
});
const refusal = expect.objectContaining({ code: "rate_limit_exceeded" });
const inFlight = (calls: ParallelCalls, payers: readonly Payer[]): number[] =>
  calls.readings(payers).map((reading) => reading.inFlight);

test("a call takes one slot of each payer with a limit, and frees it when it ends", () => {
  const calls = new ParallelCalls(undefined);
  const payers = [payer("a", 2), payer("b", null), payer("c", 1)];
  const slots = calls.take(payers);
  expect(inFlight(calls, payers)).toEqual([1, 1]);
  calls.free(slots);
  expect(inFlight(calls, payers)).toEqual([0, 0]);
});

test("a call that one payer refuses takes no slot of the others", () => {
  const calls = new ParallelCalls(undefined);
  calls.take([payer("full", 1)]);
  expect(() => calls.take([payer("open", 1), payer("full", 1)])).toThrow(refusal);
  expect(inFlight(calls, [payer("open", 1)])).toEqual([0]);
});

test("two entries that limit the same payer share one slot, with the lowest limit", () => {
  const calls = new ParallelCalls(undefined);
  const twice = [payer("m", 3), payer("m", 1)];
  expect(calls.take(twice)).toMatchObject([{ key: "model m", limit: 1 }]);
  expect(() => calls.take(twice)).toThrow(refusal);
});

test("slots are taken in the shared count too, and a full one there refuses the call", async () => {
  let isFull = false;
  let left = 0;
  const shared: SharedSlots = {
    enter: async (slots) => (isFull && slots[0] ? { full: slots[0] } : { leave: () => void left++ }),
    close: async () => {},
  };
  const calls = new ParallelCalls(shared);
  const slots = calls.take([payer("m", 5)]);
  expect([calls.isShared(slots), calls.isShared([])]).toEqual([true, false]);
  (await calls.takeShared(slots))();
  expect(left).toBe(1);
  isFull = true;
  await expect(calls.takeShared(slots)).rejects.toThrow(refusal);
});
