import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import { decideUnpriced, type UnpricedSignal } from "./decide-unpriced";

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const signal = (hoursAgo: number, model = "m"): UnpricedSignal => ({
  subject: "d1",
  provider: "local",
  model,
  lastAt: NOW - hoursAgo * HOUR,
});
const alert: OpenAlert = {
  id: "alert_1",
  type: "unpriced",
  subject: "d1",
  level: 1,
  message: "",
  facts: {},
  openedAt: 0,
};

test.each<
  [string, readonly UnpricedSignal[], (model: string) => boolean | undefined, boolean, "opens" | "ends" | "stays"]
>([
  ["an unpriced call", [signal(0)], () => false, false, "opens"],
  ["an unpriced call whose model has a price by now", [signal(0)], () => true, false, "stays"],
  ["an unpriced call at a deployment that is gone", [signal(0)], () => undefined, false, "stays"],
  ["an open alert and calls that stay unpriced", [signal(0)], () => false, true, "stays"],
  [
    "an open alert and another model without a price",
    [signal(0, "a"), signal(2, "b")],
    (model) => model === "a",
    true,
    "stays",
  ],
  ["an open alert and a new price", [signal(0)], () => true, true, "ends"],
  ["an open alert and a day without such a call", [signal(24)], () => false, true, "ends"],
  ["an open alert of a deployment that is gone", [signal(0)], () => undefined, true, "ends"],
])(
  "the alert of a deployment with unpriced calls is decided as it should be for %s",
  (_title, signals, isModelPriced, isOpen, outcome) => {
    const isPriced = (_deployment: string, model: string): boolean | undefined => isModelPriced(model);
    const { openings, resolutions } = decideUnpriced({ signals, open: isOpen ? [alert] : [], isPriced, now: NOW });
    expect([openings.length, resolutions.length]).toEqual({ opens: [1, 0], ends: [0, 1], stays: [0, 0] }[outcome]);
  },
);
