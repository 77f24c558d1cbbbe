import { describe, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest } from "./decision";
import { PendingDecisions } from "./pending-decisions";

const caller = (name: string) => ({ fingerprint: name, identity: { kind: "virtual-key" as const, keyId: name } });
const request = (model: string | undefined, more: Partial<AccessRequest> = {}): AccessRequest => ({
  method: "POST",
  route: "/chat/completions",
  family: "openai_routes",
  ...MODEL_CALL,
  model,
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
  ...more,
});
const pendingWith = (limits: Partial<{ callers: number; decisionsPerCaller: number; decisions: number }> = {}) =>
  new PendingDecisions({ callers: 10, decisionsPerCaller: 10, decisions: 100, ...limits });
const taken = (pending: PendingDecisions) =>
  pending
    .take()
    .flatMap(({ fingerprint, decisions }) =>
      [...decisions.values()].map(({ model, outcome, count, firstSeen, lastSeen }) => [
        fingerprint,
        model,
        outcome,
        count,
        firstSeen,
        lastSeen,
      ]),
    );

describe("decisions that wait to be written", () => {
  test("should be written soon once they take more than half of what may wait", () => {
    const [callers, decisions] = [pendingWith({ callers: 2 }), pendingWith({ decisions: 2 })];
    callers.add(caller("a"), request("m"), "allow", 1);
    decisions.add(caller("a"), request("m"), "allow", 1);
    expect([callers.isFilling, decisions.isFilling]).toEqual([false, false]);
    callers.add(caller("b"), request("m"), "allow", 1);
    decisions.add(caller("a"), request("n"), "allow", 1);
    expect([callers.isFilling, decisions.isFilling]).toEqual([true, true]);
    callers.take();
    expect(callers.isFilling).toBe(false);
  });

  test("decisions are counted by caller, request and outcome, with their first and last time", () => {
    const pending = pendingWith();
    pending.add(caller("a"), request("m"), "allow", 1);
    pending.add(caller("a"), request("m"), "allow", 2);
    pending.add(caller("a"), request("m"), "team_blocked", 3);
    pending.add(caller("a"), request(undefined), "allow", 4);
    pending.add(caller("b"), request("m"), "allow", 5);
    expect(taken(pending)).toEqual([
      ["a", "m", "allow", 2, 1, 2],
      ["a", "m", "team_blocked", 1, 3, 3],
      ["a", "", "allow", 1, 4, 4],
      ["b", "m", "allow", 1, 5, 5],
    ]);
    expect(pending.isEmpty).toBe(true);
  });

  test("decisions are counted apart by the team that the caller chose, but not by the end user", () => {
    const pending = pendingWith();
    pending.add(caller("a"), request("m", { requestedTeam: "t" }), "allow", 1);
    pending.add(caller("a"), request("m", { endUser: "e1" }), "allow", 1);
    pending.add(caller("a"), request("m", { endUser: "e2" }), "allow", 1);
    expect(taken(pending).map((row) => row[3])).toEqual([1, 2]);
  });

  const refused: [string, Parameters<typeof pendingWith>[0], (pending: PendingDecisions) => void][] = [
    [
      "more callers than there is room for",
      { callers: 1 },
      (pending) => pending.add(caller("b"), request("m"), "allow", 1),
    ],
    [
      "more kinds of one caller",
      { decisionsPerCaller: 1 },
      (pending) => pending.add(caller("a"), request("n"), "allow", 1),
    ],
    ["more kinds in all", { decisions: 1 }, (pending) => pending.add(caller("b"), request("n"), "allow", 1)],
    [
      "a model with a NUL, which the database refuses",
      {},
      (pending) => pending.add(caller("a"), request("m\u0000"), "allow", 1),
    ],
    ["a model that is half a character", {}, (pending) => pending.add(caller("a"), request("\ud800"), "allow", 1)],
    ["a model longer than any name", {}, (pending) => pending.add(caller("a"), request("m".repeat(257)), "allow", 1)],
    [
      "a team with a line feed",
      {},
      (pending) => pending.add(caller("a"), request("m", { requestedTeam: "a\nb" }), "allow", 1),
    ],
  ];
  test.each(refused)("a decision that does not fit is dropped and counted: %s", (_what, limits, add) => {
    const pending = pendingWith(limits);
    pending.add(caller("a"), request("m"), "allow", 1);
    add(pending);
    expect(pending.takeDropped()).toBe(1);
    expect(pending.takeDropped()).toBe(0);
    pending.add(caller("a"), request("m"), "allow", 2);
    expect(taken(pending)).toEqual([["a", "m", "allow", 2, 1, 2]]);
  });

  test("decisions that could not be written wait again and are added up", () => {
    const pending = pendingWith({ decisions: 2 });
    pending.add(caller("a"), request("m"), "allow", 1);
    pending.add(caller("a"), request("n"), "allow", 1);
    const batch = pending.take();
    pending.add(caller("a"), request("m"), "allow", 9);
    pending.add(caller("a"), request("o"), "allow", 9);
    pending.putBack(batch);
    expect(taken(pending)).toEqual([
      ["a", "m", "allow", 2, 1, 9],
      ["a", "o", "allow", 1, 9, 9],
    ]);
    expect(pending.takeDropped()).toBe(1);
  });
});
