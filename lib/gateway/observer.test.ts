import { expect, test } from "vitest";
import type { ApiRequest } from "@/lib/doors/contract";
import { combineObservers, type Observer, type RequestStarted } from "./observer";

const started: RequestStarted = { request: {} as ApiRequest, at: 1 };

test("a moment reaches all combined observers, in their order", () => {
  const told: string[] = [];
  const listening = (name: string): Observer => ({
    requestStarted: ({ at }) => told.push(`${name} at ${at}`),
  });
  combineObservers(listening("one"), {}, listening("two")).requestStarted?.(started);
  expect(told).toEqual(["one at 1", "two at 1"]);
});

test("a combined observer keeps the state of an observer that is a class", () => {
  class Counter {
    count = 0;
    requestStarted(): void {
      this.count++;
    }
  }
  const counter = new Counter();
  combineObservers(counter).requestStarted?.(started);
  expect(counter.count).toBe(1);
});

test("a moment that no observer listens for has no method, so its argument is never built", () => {
  const combined = combineObservers({ requestStarted() {} }, {});
  expect(Object.keys(combined)).toEqual(["requestStarted"]);
  expect(combineObservers()).toEqual({});
});
