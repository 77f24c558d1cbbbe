import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import { decideJournals } from "./decide-journals";

const alert: OpenAlert = {
  id: "alert_1",
  type: "journal",
  subject: "n1",
  level: 1,
  message: "",
  facts: {},
  openedAt: 0,
};
const signal = { subject: "n1", fault: "ENOSPC: no space left on device" };

test("a journal that cannot be written opens one alert for its node, however many processes say so", () => {
  const { openings } = decideJournals([signal, signal], []);
  expect(openings.map(({ message }) => message)).toEqual([
    "The spend journal of node n1 cannot be written: ENOSPC: no space left on device",
  ]);
  expect(decideJournals([signal], [alert])).toEqual({ openings: [], resolutions: [] });
});

test("the alert of a journal ends when no process of its node complains any more", () => {
  expect(decideJournals([], [alert]).resolutions).toEqual([
    { alert, message: "The spend journal of node n1 is written again." },
  ]);
});
