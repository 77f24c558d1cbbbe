import { constants } from "node:os";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LONG_LIMIT_MS } from "./bounded-pool";
import { isDatabaseAway, isDatabaseSlow, longOrUnavailable, orUnavailable } from "./failures";

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

describe("what an error says about the database", () => {
  test.each(Object.entries(constants.errno))("%s of a socket is an outage", (code, errno) => {
    const error = Object.assign(new Error(`write ${code}`), { code, errno: -errno, syscall: "write" });
    expect([isDatabaseAway(error), isDatabaseSlow(error)]).toEqual([true, false]);
  });

  const states: [code: string, isAway: boolean, isSlow: boolean][] = [
    ["08006", true, false],
    ["08P01", true, false],
    ["53300", true, false],
    ["57P01", true, false],
    ["58030", true, false],
    ["25006", true, false],
    ["57014", false, true],
    ["23505", false, false],
    ["42P01", false, false],
    ["P0001", false, false],
    ["XX000", false, false],
  ];
  test.each(states)("%s of the server: away %s, slow %s", (code, isAway, isSlow) => {
    const error = Object.assign(new pg.DatabaseError("the server's words", 18, "error"), { code });
    expect([isDatabaseAway(error), isDatabaseSlow(error)]).toEqual([isAway, isSlow]);
  });
});
