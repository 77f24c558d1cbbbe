import { expect, test } from "vitest";
import { currentReads, holdReads } from "./held-reads";

test("reads in flight are stopped and held, and those after them are too, until they may go on", async () => {
  const pending = currentReads();
  expect(pending.signal.aborted).toBe(false);
  const goOn = holdReads();
  expect([pending.signal.aborted, currentReads().signal.aborted]).toEqual([true, true]);
  let resumed = 0;
  const waiting = [pending, currentReads()].map(({ resumed: when }) => when.then(() => resumed++));
  await Promise.resolve();
  expect(resumed).toBe(0);
  goOn();
  await Promise.all(waiting);
  expect(currentReads().signal.aborted).toBe(false);
  goOn();
  expect(currentReads().signal.aborted).toBe(false);
});
