import fc from "fast-check";
import { expect, test } from "vitest";
import { nextTier, runInLanes } from "./next-tier.mjs";
import { APART, BEGINNING, LANES, NAMED_TIERS, TIERS, type Tier } from "../tiers.mjs";

const NAMED = ["stories", "faults", "load", "foreign"] as const;

test.each<[what: string, waiting: readonly Tier[], running: readonly Tier[], lanes: number, next: Tier | undefined]>([
  ["the first that waits begins", NAMED, [], 2, "stories"],
  ["a second one runs beside it", ["faults", "load", "foreign"], ["stories"], 2, "faults"],
  ["no third one does in two lanes", ["load", "foreign"], ["stories", "faults"], 2, undefined],
  ["load is passed over while stories run", ["load", "foreign"], ["stories"], 2, "foreign"],
  ["load begins beside foreign once stories are over", ["load"], ["foreign"], 2, "load"],
  ["load begins first where stories end first", ["load", "foreign"], ["faults"], 2, "load"],
  ["stories wait for load, too", ["stories"], ["load"], 2, undefined],
  ["a lane stays free where what waits must not meet what runs", ["serial"], ["browser", "process"], 3, undefined],
  ["serial begins once the browser is done", ["serial"], ["database", "process"], 3, "serial"],
  ["the browser is passed over while serial runs", ["browser", "unit"], ["database", "serial"], 3, "unit"],
  ["nothing waits", [], ["database"], 3, undefined],
])("%s", (_what, waiting, running, lanes, next) => expect(nextTier(waiting, running, lanes)).toBe(next));

test("every tier begins once, in a place in the order of its kind", () => {
  expect(new Set(BEGINNING)).toEqual(new Set([...TIERS, ...NAMED_TIERS]));
  expect(BEGINNING).toHaveLength(TIERS.length + NAMED_TIERS.length);
});

test("a tier that leaves processors idle is not what `npm test` begins last", () => {
  const begun = BEGINNING.filter((tier) => TIERS.includes(tier));
  expect(begun.indexOf("serial")).toBeLessThan(LANES.test);
  expect(begun.at(-1)).toBe("unit");
});

test("whatever ends when, every tier runs once, and none beside one that it must not meet", async () => {
  const lengths = fc.record(Object.fromEntries(BEGINNING.map((tier) => [tier, fc.nat(20)])));
  await fc.assert(
    fc.asyncProperty(
      lengths,
      fc.subarray([...BEGINNING]),
      fc.integer({ min: 1, max: 4 }),
      async (ends, tiers, lanes) => {
        const running = new Set<Tier>();
        const begun: Tier[] = [];
        const results = await runInLanes(tiers, lanes, async (tier) => {
          running.add(tier);
          begun.push(tier);
          expect(running.size).toBeLessThanOrEqual(lanes);
          for (const { tiers: apart } of APART) expect(apart.filter((one) => running.has(one)).length).toBeLessThan(2);
          for (let turn = 0; turn < (ends[tier] ?? 0); turn++) await Promise.resolve();
          running.delete(tier);
          return tier;
        });
        expect(results).toEqual(tiers);
        expect(begun.toSorted()).toEqual(tiers.toSorted());
      },
    ),
  );
});
