import { expect, test } from "vitest";
import { wait } from "./wait";

const MINUTE_MS = 60_000;

test("waiting for no time lets the event loop handle what is already due", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("due already"));
  await wait(0);
  order.push("waited");
  expect(order).toEqual(["due already", "waited"]);
});

test("an aborted signal ends the wait at once and without an error", async () => {
  const gone = new AbortController();
  const waiting = wait(MINUTE_MS, gone.signal);
  gone.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(wait(MINUTE_MS, gone.signal)).resolves.toBeUndefined();
});
