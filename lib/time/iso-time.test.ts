import fc from "fast-check";
import { expect, test } from "vitest";
import { isoTime } from "./iso-time";

test("isoTime formats times as Date does, in whatever order they come", () => {
  const times = fc.oneof(
    fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") }),
    fc.integer({ min: 1_800_000_000_000, max: 1_800_000_003_000 }),
  );
  fc.assert(
    fc.property(fc.array(times), (drawn) => {
      expect(drawn.map(isoTime)).toEqual(drawn.map((time) => new Date(time).toISOString()));
    }),
  );
});
