import { expect, test } from "vitest";
import { later } from "./later";

test("it is loaded once, and whoever waits for it is told", async () => {
  let loads = 0;
  const file = later(async () => (loads += 1));
  let told = 0;
  file.subscribe(() => (told += 1));
  const leave = file.subscribe(() => (told += 100));
  leave();
  expect([loads, file.current()]).toEqual([0, undefined]);
  expect(await Promise.all([file.get(), file.get()])).toEqual([1, 1]);
  expect(file.current()).toBe(1);
  expect(told).toBe(1);
});

test("after a failure the next call loads it again", async () => {
  const answers = [() => Promise.reject(new Error("away")), () => Promise.resolve("there")];
  const file = later(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
  await expect(file.get()).rejects.toThrow("away");
  expect(file.current()).toBeUndefined();
  expect(await file.get()).toBe("there");
  expect(file.current()).toBe("there");
});
