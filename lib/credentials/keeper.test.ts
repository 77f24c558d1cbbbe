import { describe, expect, test } from "vitest";
import { isPromise } from "@/lib/async/maybe-promise";
import { CredentialFailure, CredentialKeeper, type CredentialCondition } from "./keeper";
import { keyOf } from "./key-of";
import { CredentialError, type CredentialPorts, type CredentialSource, type FetchedCredential } from "./source";

const MINUTE = 60_000;

/** A keeper with a clock that only tests move, and a source that answers when it is told to. */
function newBench() {
  let now = 1_000_000;
  const told: CredentialCondition[] = [];
  const waiting: { resolve(one: FetchedCredential<string>): void; reject(error: Error): void }[] = [];
  const nothing = (): never => {
    throw new Error("not asked for");
  };
  const ports: CredentialPorts = {
    now: () => now,
    variable: nothing,
    readFile: nothing,
    ask: nothing,
    askMachine: nothing,
  };
  const limits: AbortController[] = [];
  const keeper = new CredentialKeeper({
    ports,
    limit() {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    },
    onChange: (condition) => told.push(condition),
  });
  const source: CredentialSource<string> = {
    key: "test:1",
    label: "the role of tests",
    fetch: () =>
      new Promise<FetchedCredential<string>>((resolve, reject) => {
        waiting.push({ resolve, reject });
      }),
  };
  const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())));
  return {
    keeper,
    source,
    told,
    limits,
    fetches: () => waiting.length,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    now: () => now,
    /** Answers the latest fetch. */
    async answer(value: string, lifeMs: number | undefined) {
      waiting.at(-1)?.resolve({ value, endsAt: lifeMs === undefined ? undefined : now + lifeMs });
      for (let turn = 0; turn < 5; turn++) await settle();
    },
    async fail(reason: string) {
      waiting.at(-1)?.reject(new CredentialError(reason));
      for (let turn = 0; turn < 5; turn++) await settle();
    },
  };
}

describe("a credential that ends", () => {
  test("one that is in use is kept however many callers bring tokens of their own", async () => {
    const { keeper, source, fetches, answer } = newBench();
    const first = keeper.current(source);
    await answer("held", undefined);
    expect(await first).toBe("held");
    for (let caller = 0; caller < 3_000; caller++) {
      void keeper.current({ ...source, key: `caller:${caller}` });
      expect(keeper.current(source)).toBe("held");
    }
    expect(fetches()).toBe(3_001);
  });

  test("it is fetched when first needed, once for all who need it", async () => {
    const { keeper, source, fetches, answer } = newBench();
    expect(fetches()).toBe(0);
    const both = [keeper.current(source), keeper.current({ ...source })];
    expect(both.every(isPromise)).toBe(true);
    await answer("one", 60 * MINUTE);
    expect(await Promise.all(both.map(async (one) => one))).toEqual(["one", "one"]);
    expect(keeper.current(source)).toBe("one");
    expect(fetches()).toBe(1);
  });
  test("it is renewed a minute ahead of its end, and nobody waits while the old one holds", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    void keeper.current(source);
    await answer("one", 60 * MINUTE);
    pass(59 * MINUTE - 1);
    expect([keeper.current(source), fetches()]).toEqual(["one", 1]);
    pass(1);
    expect([keeper.current(source), keeper.current(source), fetches()]).toEqual(["one", "one", 2]);
    await answer("two", 60 * MINUTE);
    expect([keeper.current(source), fetches()]).toEqual(["two", 2]);
  });
  test("one of a short life is renewed for the last tenth of it", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    void keeper.current(source);
    await answer("one", 5 * MINUTE);
    pass(4.5 * MINUTE - 1);
    expect([keeper.current(source), fetches()]).toEqual(["one", 1]);
    pass(1);
    expect([keeper.current(source), fetches()]).toEqual(["one", 2]);
  });
  test("one without an end is never renewed", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    void keeper.current(source);
    await answer("one", undefined);
    pass(10_000 * MINUTE);
    expect([keeper.current(source), fetches()]).toEqual(["one", 1]);
  });
  test("one that has ended by this node's clock as it comes is used for a minute, so that calls do not each fetch", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    const first = keeper.current(source);
    await answer("one", -60 * MINUTE);
    expect(await first).toBe("one");
    pass(MINUTE / 2);
    expect([keeper.current(source), fetches()]).toEqual(["one", 1]);
    pass(MINUTE / 2);
    expect(isPromise(keeper.current(source))).toBe(true);
  });
});

describe("a service that is away", () => {
  test("the old credential is used as long as it lasts, with pauses between the fetches", async () => {
    const { keeper, source, fetches, answer, fail, pass, told } = newBench();
    void keeper.current(source);
    await answer("one", 60 * MINUTE);
    pass(59 * MINUTE);
    expect(keeper.current(source)).toBe("one");
    await fail("nobody answers");
    expect([keeper.current(source), keeper.failure(source.key), fetches()]).toEqual(["one", undefined, 2]);
    pass(5_000);
    expect([keeper.current(source), fetches()]).toEqual(["one", 3]);
    await fail("nobody answers");
    expect(told).toMatchObject([
      { state: "failed", failures: 1 },
      { state: "failed", failures: 2 },
    ]);
    pass(55_000);
    expect(keeper.failure(source.key)).toBeUndefined();
    expect(isPromise(keeper.current(source))).toBe(true);
  });
  test("a failed fetch fails everybody who waits, and rests: no call fetches before the pause is over", async () => {
    const { keeper, source, fetches, fail, pass, told, now } = newBench();
    const waits = [keeper.current(source, 3_000), keeper.current(source, 3_000)].map((one) =>
      Promise.resolve(one).catch((error: unknown) => error),
    );
    await fail("the role is refused (403)");
    for (const error of await Promise.all(waits))
      expect(error).toMatchObject({
        name: "CredentialFailure",
        message: "the role of tests cannot be fetched: the role is refused (403)",
      });
    const failed = {
      label: "the role of tests",
      reason: "the role is refused (403)",
      until: now() + 3_000,
      failures: 1,
    };
    expect(told).toEqual([{ state: "failed", ...failed }]);
    for (let call = 0; call < 100; call++) expect(() => keeper.current(source, 3_000)).toThrow(CredentialFailure);
    expect(fetches()).toBe(1);
    expect(keeper.failures()).toEqual([{ key: "test:1", ...failed }]);
    pass(3_000);
    expect(keeper.failure(source.key)).toBeUndefined();
    expect(isPromise(keeper.current(source, 3_000))).toBe(true);
    expect(fetches()).toBe(2);
  });
  test("the pauses grow to a minute, and a fetch that succeeds ends them", async () => {
    const { keeper, source, fail, answer, pass, told, now } = newBench();
    const pauses: number[] = [];
    for (let round = 0; round < 8; round++) {
      Promise.resolve(keeper.current(source)).catch(() => {});
      await fail("away");
      const pause = (keeper.failures()[0]?.until ?? 0) - now();
      pauses.push(pause);
      pass(pause);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000]);
    const next = keeper.current(source);
    await answer("one", 60 * MINUTE);
    expect(await next).toBe("one");
    expect(keeper.failures()).toEqual([]);
    expect(told.at(-1)).toEqual({ state: "recovered", label: "the role of tests" });
  });
  test("a pause that is longer than a minute stays as it was configured", async () => {
    const { keeper, source, fail, now } = newBench();
    Promise.resolve(keeper.current(source, 300_000)).catch(() => {});
    await fail("away");
    expect(keeper.failure(source.key)?.until).toBe(now() + 300_000);
  });
  test("a fetch that takes too long fails", async () => {
    const { keeper, source, limits } = newBench();
    const waits = keeper.current(source);
    limits[0]?.abort();
    await expect(waits).rejects.toThrow("the role of tests cannot be fetched: it took too long");
  });
  test("a clock that is set back ends a pause", async () => {
    const { keeper, source, fail, pass, fetches } = newBench();
    Promise.resolve(keeper.current(source)).catch(() => {});
    await fail("away");
    pass(-60 * MINUTE);
    expect(isPromise(keeper.current(source))).toBe(true);
    expect(fetches()).toBe(2);
  });
  test("the reason of an error that is not a source's own shows its kind alone", async () => {
    const { keeper } = newBench();
    const source: CredentialSource<string> = {
      key: "test:2",
      label: "the key of tests",
      fetch: () => Promise.reject(new TypeError("secret")),
    };
    await expect(keeper.current(source)).rejects.toThrow("the key of tests cannot be fetched: TypeError");
  });
});

describe("a credential that its upstream says has ended", () => {
  test("it is renewed once for all calls that were refused with it", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    void keeper.current(source);
    await answer("one", 60 * MINUTE);
    pass(MINUTE);
    const both = [keeper.renewed(source, "one"), keeper.renewed(source, "one")];
    expect(fetches()).toBe(2);
    await answer("two", 60 * MINUTE);
    expect(await Promise.all(both.map(async (one) => one))).toEqual(["two", "two"]);
    expect([keeper.renewed(source, "one"), fetches()]).toEqual(["two", 2]);
  });
  test("the next one is not renewed at once: what refuses both would refuse a third one too", async () => {
    const { keeper, source, fetches, answer, pass } = newBench();
    void keeper.current(source);
    await answer("one", 60 * MINUTE);
    void keeper.renewed(source, "one");
    await answer("two", 60 * MINUTE);
    pass(9_999);
    expect([keeper.renewed(source, "two"), keeper.current(source), fetches()]).toEqual([undefined, "two", 2]);
    pass(1);
    expect(isPromise(keeper.renewed(source, "two"))).toBe(true);
  });
});

test("a key names the kind and all settings, whatever their order, and shows none", () => {
  const key = keyOf("aws", { a: "secret-1", b: undefined, c: "3" });
  expect(key).toMatch(/^aws:[0-9a-f]{32}$/);
  expect(keyOf("aws", { c: "3", a: "secret-1" })).toBe(key);
  expect(keyOf("aws", { c: "3", a: "secret-2" })).not.toBe(key);
  expect(keyOf("google", { c: "3", a: "secret-1" })).not.toBe(key);
});
