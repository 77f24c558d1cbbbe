import { expect, test } from "vitest";
import { afterEvent, feedState, isRenewalDue, NOT_CONNECTED, type FeedState, type HearingEvent } from "./feed-hearing";

const cases: [title: string, events: HearingEvent[], state: FeedState][] = [
  ["before anything has happened", [], "disconnected"],
  ["that has just been made", ["made"], "disconnected"],
  ["on which two notices have arrived", ["made", "heard", "heard"], "disconnected"],
  ["on which three notices have arrived", ["made", "heard", "heard", "heard"], "connected"],
  ["on which the first notice has not arrived", ["made", "unheard"], "deaf"],
  ["on which two of three notices have arrived", ["made", "heard", "unheard", "heard"], "deaf"],
  ["that loses a notice after three", ["made", "heard", "heard", "heard", "unheard"], "deaf"],
  ["that hears three again after it was deaf", ["made", "unheard", "heard", "heard", "heard"], "connected"],
  ["that is lost", ["made", "heard", "heard", "heard", "lost"], "disconnected"],
  ["that is made again and not proven yet", ["made", "heard", "heard", "heard", "lost", "made"], "disconnected"],
  ["that is made again after it was deaf, and not proven yet", ["made", "unheard", "lost", "made", "heard"], "deaf"],
];
test.each(cases)("a connection of the change feed %s", (_title, events, state) => {
  expect(feedState(events.reduce(afterEvent, NOT_CONNECTED))).toBe(state);
});

test("a deaf connection is made again at once, and then after every fifteenth notice that does not arrive", () => {
  let hearing = afterEvent(NOT_CONNECTED, "made");
  const renewals = Array.from({ length: 40 }, (_, index) => {
    hearing = afterEvent(hearing, "unheard");
    return isRenewalDue(hearing) ? index + 1 : undefined;
  }).filter((number) => number !== undefined);
  expect(renewals).toEqual([1, 16, 31]);
  expect(isRenewalDue(afterEvent(hearing, "lost"))).toBe(false);
});
