import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { callId } from "./call-id";

test("the name of a call is a UUID of version 7, and names follow each other in time", () => {
  const times = [0, 1, 0x017f22e279b0, 0x017f22e279b0, 0x017f22e279b1, 2 ** 48 - 1];
  const ids = times.map((at) => callId(at, randomUUID));
  for (const id of ids)
    expect(id).toMatch(/^call_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[2]).toMatch(/^call_017f22e2-79b0-7/);
  expect(new Set(ids).size).toBe(ids.length);
  const prefixes = ids.map((id) => id.slice(0, 18));
  expect(prefixes).toEqual([...prefixes].sort());
});

test("names of one millisecond differ, however many there are", () => {
  const ids = Array.from({ length: 10_000 }, () => callId(0x017f22e279b2, randomUUID));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(23))).size).toBe(3); // a new random part for each 4,096 of them
  expect(ids.slice(0, 4096)).toEqual(ids.slice(0, 4096).sort());
});
