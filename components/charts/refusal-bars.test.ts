import { expect, test } from "vitest";
import { drawnRefusals } from "./refusal-bars";

const at = (hour: number): string => `2026-03-10T0${hour}:00:00.000Z`;

test("refusals are stacked by code, those that refuse most first", () => {
  const chart = drawnRefusals({
    data: [
      { at: at(1), refusals: 3, by_code: { key_blocked: 3 } },
      { at: at(2), refusals: 9, by_code: { team_blocked: 8, key_blocked: 1 } },
      { at: at(3), refusals: 0, by_code: {} },
    ],
  });
  expect(chart.parts.map(({ label }) => label)).toEqual(["Team blocked", "Virtual key blocked"]);
  expect(chart.points.map(({ told, values }) => [told, values])).toEqual([
    ["3 refusals", [0, 3]],
    ["9 refusals", [8, 1]],
    ["0 refusals", [0, 0]],
  ]);
});

test("of more codes than have a colour, the rest is one part", () => {
  const codes = Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`code_${place}`, 9 - place]));
  const refusals = 45;
  const chart = drawnRefusals({ data: [{ at: at(1), refusals, by_code: codes }] });
  expect(chart.parts.at(-1)?.label).toBe("All others");
  expect(chart.points[0]?.values).toEqual([9, 8, 7, 6, 5, 4, 3 + 2 + 1]);
});
