import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { sharedLookup } from "./shared-lookup";

/** A resolver that answers when the test says so. */
function resolver() {
  const asked: { name: string; answer: (result: string | NodeJS.ErrnoException) => void }[] = [];
  const lookup: LookupFunction = (name, _options, callback) =>
    void asked.push({
      name,
      answer: (result) =>
        typeof result === "string" ? callback(null, [{ address: result, family: 4 }]) : callback(result, ""),
    });
  return { asked, lookup };
}

function find(lookup: LookupFunction, name: string, all = true): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, { all }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

test("connections that are opened at the same time share one lookup, each name its own", async () => {
  const { asked, lookup } = resolver();
  const shared = sharedLookup(lookup);
  const slow = Array.from({ length: 50 }, () => find(shared, "slow.test"));
  const fine = find(shared, "fine.test", false);
  expect(asked.map(({ name }) => name)).toEqual(["slow.test", "fine.test"]);
  asked[1]?.answer("10.0.0.2");
  expect(await fine).toBe("10.0.0.2");
  asked[0]?.answer("10.0.0.1");
  expect(new Set((await Promise.all(slow)).map((found) => JSON.stringify(found)))).toEqual(
    new Set(['[{"address":"10.0.0.1","family":4}]']),
  );
});

test("a new connection asks again, and a changed answer counts at once", async () => {
  const { asked, lookup } = resolver();
  const shared = sharedLookup(lookup, 60_000);
  const first = find(shared, "moved.test", false);
  asked[0]?.answer("10.0.0.1");
  expect(await first).toBe("10.0.0.1");
  const second = find(shared, "moved.test", false);
  asked[1]?.answer("10.0.0.2");
  expect(await second).toBe("10.0.0.2");
});

test("the last addresses count while the answer is late", async () => {
  const { asked, lookup } = resolver();
  const shared = sharedLookup(lookup, 1);
  const first = find(shared, "late.test", false);
  asked[0]?.answer("10.0.0.1");
  await first;
  expect(await find(shared, "late.test", false)).toBe("10.0.0.1");
  expect(asked).toHaveLength(2);
});

test.each([
  ["EAI_AGAIN", "10.0.0.1"],
  ["ENOTFOUND", "ENOTFOUND"],
])("after %s a name that was known is %s", async (code, outcome) => {
  const { asked, lookup } = resolver();
  const shared = sharedLookup(lookup, 60_000);
  const first = find(shared, "known.test", false);
  asked[0]?.answer("10.0.0.1");
  await first;
  const again = find(shared, "known.test", false).catch((error: NodeJS.ErrnoException) => error.code);
  asked[1]?.answer(failure(code));
  expect(await again).toBe(outcome);
});

test("the failure of a name that was never known is the caller's", async () => {
  const { asked, lookup } = resolver();
  const found = find(sharedLookup(lookup), "unknown.test").catch((error: NodeJS.ErrnoException) => error.code);
  asked[0]?.answer(failure("EAI_AGAIN"));
  expect(await found).toBe("EAI_AGAIN");
});
