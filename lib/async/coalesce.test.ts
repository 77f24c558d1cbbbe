import { expect, test } from "vitest";
import { coalesce } from "./coalesce";

/** Work whose runs end when the test says so. */
function controlled() {
  const ends: ((error?: Error) => void)[] = [];
  const request = coalesce(
    () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  return { ends, request };
}

test("requests made at the same time share one run", async () => {
  const { ends, request } = controlled();
  const all = Promise.all([request(), request(), request()]);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await all;
});

test("requests that come during a run share the next one, which begins when the first has ended", async () => {
  const { ends, request } = controlled();
  const first = request();
  await new Promise(setImmediate);
  const later = Promise.all([request(), request()]);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await later;
});

test("a run that fails rejects for those who share it, and the next one is done anyway", async () => {
  const { ends, request } = controlled();
  const failing = Promise.allSettled([request(), request()]);
  await new Promise(setImmediate);
  const next = request();
  ends[0]?.(new Error("away"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await new Promise(setImmediate);
  ends[1]?.();
  await next;
});
