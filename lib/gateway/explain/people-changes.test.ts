import fc from "fast-check";
import { expect, test } from "vitest";
import { PeopleChanges, type CallChange } from "./people-changes";

const counted = (...added: [who: string, days: Record<string, number>, change: CallChange][]) => {
  const people = new PeopleChanges();
  for (const [who, days, change] of added) people.add(who, days, change);
  return people.report();
};

test("each caller for whom a draft changes anything has their days, newest first, with what stays", () => {
  expect(
    counted(
      ["user ann", { "2026-06-14": 2, "2026-06-15": 1 }, "newlyDenied"],
      ["user ann", { "2026-06-15": 4 }, "unchanged"],
      ["user ann", { "2026-06-15": 3 }, "newlyAllowed"],
    ),
  ).toEqual([
    {
      who: "user ann",
      newlyDenied: 3,
      newlyAllowed: 3,
      unchanged: 4,
      days: [
        { day: "2026-06-15", newlyDenied: 1, newlyAllowed: 3, unchanged: 4 },
        { day: "2026-06-14", newlyDenied: 2, newlyAllowed: 0, unchanged: 0 },
      ],
    },
  ]);
});

test("those with the most changed calls come first, and those without any are left out", () => {
  const people = counted(
    ["a", { "2026-06-15": 1 }, "newlyDenied"],
    ["b", { "2026-06-15": 9 }, "newlyAllowed"],
    ["c", { "2026-06-15": 50 }, "unchanged"],
  );
  expect(people.map(({ who }) => who)).toEqual(["b", "a"]);
});

test("no call is lost or counted twice, whoever made it and whatever changes", () => {
  const day = fc.constantFrom("2026-06-13", "2026-06-14", "2026-06-15");
  const change = fc.constantFrom<CallChange>("newlyDenied", "newlyAllowed", "unchanged");
  const added = fc.array(
    fc.tuple(fc.constantFrom("a", "b"), fc.dictionary(day, fc.integer({ min: 1, max: 9 })), change),
  );
  fc.assert(
    fc.property(added, (all) => {
      for (const person of counted(...all))
        for (const kind of ["newlyDenied", "newlyAllowed", "unchanged"] as const) {
          const calls = all
            .filter(([who, , what]) => who === person.who && what === kind)
            .flatMap(([, days]) => Object.values(days));
          const total = calls.reduce((sum, count) => sum + count, 0);
          expect(person[kind]).toBe(total);
          expect(person.days.reduce((sum, counts) => sum + counts[kind], 0)).toBe(total);
        }
    }),
  );
});
