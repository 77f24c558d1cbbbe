import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import { decideRefusals } from "./decide-refusals";

const alert: OpenAlert = {
  id: "alert_1",
  type: "refusals",
  subject: "all",
  level: 1,
  message: "",
  facts: {},
  openedAt: 0,
};

test.each([
  [49, 0, false, "stays"],
  [50, 0, false, "opens"],
  [50, 5, false, "opens"],
  [50, 6, false, "stays"],
  [1_000, 100, false, "opens"],
  [1_000, 101, false, "stays"],
  [1_000, 100, true, "stays"],
  [40, 8, true, "stays"],
  [40, 9, true, "ends"],
  [24, 0, true, "ends"],
  [25, 0, true, "stays"],
] as const)(
  "%i refusals after %i in the hour before, with an alert open: %s, and it %s",
  (lastHour, hourBefore, isOpen, outcome) => {
    const { openings, resolutions } = decideRefusals({ lastHour, hourBefore, open: isOpen ? alert : undefined });
    expect([openings.length, resolutions.length]).toEqual({ opens: [1, 0], ends: [0, 1], stays: [0, 0] }[outcome]);
  },
);
