import { expect, test } from "vitest";
import { createPace } from "./pace";

test("long work lets the thread go after each slice, and no sooner", async () => {
  let now = 0;
  const pace = createPace(1_000, () => now);
  const steps: string[] = [];
  const step = async (takesMs: number): Promise<void> => {
    now += takesMs;
    const others = new Promise<void>((resolve) => setImmediate(() => resolve(void steps.push("others"))));
    expect(await pace()).toBe(true);
    steps.push("step");
    await others;
  };
  await step(5);
  await step(4);
  expect(steps).toEqual(["step", "others", "step", "others"]);
  steps.length = 0;
  await step(2);
  await step(3);
  expect(steps).toEqual(["others", "step", "step", "others"]);
});

test("work that takes longer than its bound ends", async () => {
  let now = 5;
  const pace = createPace(1_000, () => now);
  now += 1_000;
  expect(await pace()).toBe(true);
  now += 1;
  expect(await pace()).toBe(false);
});
