import { expect, test } from "vitest";
import { createTurns, NoTurn } from "./turns";

/** Work that lasts until it is told to end. */
function lasting(): {
  readonly work: () => Promise<string>;
  readonly end: (value: string) => void;
  isRunning: boolean;
} {
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((settle) => (resolve = settle));
  const state = {
    isRunning: false,
    end: resolve,
    work: () => {
      state.isRunning = true;
      return promise;
    },
  };
  return state;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("no more work is done at once than allowed, and the rest follows in order", async () => {
  const take = createTurns({ atOnce: 2, waiting: 10, timeoutMs: 60_000 });
  const pieces = [lasting(), lasting(), lasting(), lasting()];
  const all = pieces.map(({ work }) => take(work));
  await turn();
  expect(pieces.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false]);
  pieces[1]!.end("b");
  await all[1];
  await turn();
  expect(pieces.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false]);
  for (const [index, { end }] of pieces.entries()) end(String(index));
  expect(await Promise.all(all)).toEqual(["0", "b", "2", "3"]);
});

test("work that fails makes room for the next", async () => {
  const take = createTurns({ atOnce: 1, waiting: 10, timeoutMs: 60_000 });
  const failing = take(() => Promise.reject(new Error("broken")));
  const next = take(async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

test("whoever waits too long, or finds too many waiting, gets no turn", async () => {
  const take = createTurns({ atOnce: 1, waiting: 1, timeoutMs: 1 });
  const first = lasting();
  const running = take(first.work);
  const waiting = take(async () => "late");
  await expect(take(async () => "too many")).rejects.toThrow(NoTurn);
  await expect(waiting).rejects.toThrow(NoTurn);
  first.end("first");
  expect(await running).toBe("first");
  expect(await take(async () => "again")).toBe("again");
});
