import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONG_LIMIT_MS } from "./bounded-pool";
import { longOrUnavailable, orUnavailable } from "./failures";

const AWAY = { code: "directory_unavailable", status: 503 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function answerAfter(milliseconds: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, "rows"));
}

test("a database that answers a long read within the limit of its statement is not called unreachable", async () => {
  const read = longOrUnavailable(answerAfter(LONG_LIMIT_MS));
  await vi.advanceTimersByTimeAsync(LONG_LIMIT_MS);
  await expect(read).resolves.toBe("rows");
});

test.each([
  ["management work", orUnavailable],
  ["a long read", longOrUnavailable],
])("a database that never answers %s is called unreachable in the end", async (_what, bounded) => {
  const refused = expect(bounded(new Promise(() => {}))).rejects.toMatchObject(AWAY);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
});
