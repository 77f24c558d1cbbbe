import fc from "fast-check";
import { expect, test } from "vitest";
import { lastOccurrence } from "./last-occurrence";

test("lastOccurrence agrees with a search that tries every position from the right", () => {
  const unit = fc.constantFrom("a", "b");
  const text = fc.string({ unit, maxLength: 80 });
  const wanted = fc.string({ unit, minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(text, wanted, fc.nat(80), fc.nat(20), (text, wanted, from, until) => {
      const latest = Math.min(from, text.length - wanted.length);
      let expected = -1;
      for (let at = until; at <= latest; at++) if (text.startsWith(wanted, at)) expected = at;
      if (latest >= 0) expect(lastOccurrence(text, wanted, latest, until)).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

test("lastOccurrence finds a long text where it overlaps itself", () => {
  const wanted = "abababababababababab";
  expect(lastOccurrence(`x${wanted}ab`, wanted, 3, 0)).toBe(3);
  expect(lastOccurrence(`x${wanted}ab`, wanted, 2, 0)).toBe(1);
  expect(lastOccurrence(`x${wanted}ab`, wanted, 2, 2)).toBe(-1);
});
