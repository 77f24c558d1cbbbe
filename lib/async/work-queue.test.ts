import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue";

test("a queue does one piece of work at a time, in the order of the requests", async () => {
  const queue = createWorkQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise(setImmediate);
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue(work("first")), queue(work("second"))])).toEqual(["first", "second"]);
  expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("work that fails rejects for its own caller, and the queue goes on", async () => {
  const queue = createWorkQueue();
  const failed = queue(() => Promise.reject(new Error("no")));
  const next = queue(async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
