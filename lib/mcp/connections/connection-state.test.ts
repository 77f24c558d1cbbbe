import { describe, expect, test } from "vitest";
import {
  afterRefresh,
  afterRefusal,
  connectionAction,
  type ConnectionFacts,
  connectionState,
  type ConnectionUse,
} from "./connection-state";

const HOUR = 3_600_000;
const FRESH: ConnectionFacts = {
  isUsable: true,
  isRefused: false,
  hasRefreshToken: true,
  endsIn: HOUR,
  age: 0,
  hold: "free",
};
const DUE = { ...FRESH, endsIn: 50_000, age: HOUR - 50_000 };
const OVER = { ...FRESH, endsIn: 0, age: HOUR };
const USES = ["list alone", "list among others", "call", "refresh"] as const satisfies readonly ConnectionUse[];

/** What each use does, in the order of `USES`. */
const CASES: readonly (readonly [
  what: string,
  facts: ConnectionFacts | undefined,
  state: string,
  actions: readonly string[],
])[] = [
  ["no credential", undefined, "none", ["ask", "pinned", "ask", "nothing"]],
  ["a fresh token", FRESH, "connected", ["use", "use", "use", "nothing"]],
  ["a token without an end", { ...FRESH, endsIn: undefined }, "connected", ["use", "use", "use", "nothing"]],
  ["a token that ends soon", DUE, "connected", ["use and refresh", "use and refresh", "use and refresh", "refresh"]],
  ["one that a node refreshes ahead", { ...DUE, hold: "held" }, "refreshing", ["use", "use", "use", "nothing"]],
  ["one whose refresh has just failed", { ...DUE, hold: "paused" }, "connected", ["use", "use", "use", "nothing"]],
  ["one without a refresh token", { ...DUE, hasRefreshToken: false }, "connected", ["use", "use", "use", "nothing"]],
  [
    "a short life, far from its end",
    { ...FRESH, endsIn: 40_000, age: 20_000 },
    "connected",
    ["use", "use", "use", "nothing"],
  ],
  [
    "a short life, in its last tenth",
    { ...FRESH, endsIn: 5_000, age: 55_000 },
    "connected",
    ["use and refresh", "use and refresh", "use and refresh", "refresh"],
  ],
  ["a token that is over", OVER, "connected", ["refresh", "refresh", "refresh", "refresh"]],
  ["one that a node refreshes", { ...OVER, hold: "held" }, "refreshing", ["wait", "wait", "wait", "nothing"]],
  ["one that cannot be refreshed now", { ...OVER, hold: "paused" }, "connected", ["fail", "fail", "fail", "nothing"]],
  [
    "one that is over, without a refresh token",
    { ...OVER, hasRefreshToken: false },
    "ended",
    ["ask", "pinned", "ask", "nothing"],
  ],
  ["a refused credential", { ...FRESH, isRefused: true }, "refused", ["ask", "pinned", "ask", "nothing"]],
  [
    "a refused one that a node holds",
    { ...DUE, isRefused: true, hold: "held" },
    "refused",
    ["ask", "pinned", "ask", "nothing"],
  ],
  ["one of another server or key", { ...FRESH, isUsable: false }, "ended", ["ask", "pinned", "ask", "nothing"]],
];

describe("a connection", () => {
  test.each(CASES)("%s", (_, facts, state, actions) => {
    expect(connectionState(facts, false)).toBe(state);
    expect(USES.map((use) => connectionAction(facts, use))).toEqual(actions);
  });

  test("that its user is about to make is asked for, unless there is one that serves", () => {
    const asked = CASES.map(([, facts]) => connectionState(facts, true));
    const before = CASES.map(([, facts]) => connectionState(facts, false));
    expect(asked).toEqual(before.map((state) => (/^(connected|refreshing)$/.test(state) ? state : "asked")));
  });
});

test("a token that its server refuses is replaced once, and a new one that is refused too is not", () => {
  expect(afterRefusal({ ...FRESH, age: 10_000 })).toBe("renew");
  expect(afterRefusal({ ...FRESH, age: 9_999 })).toBe("refuse");
  expect(afterRefusal({ ...FRESH, age: HOUR, hasRefreshToken: false })).toBe("refuse");
});

test.each([
  [{ status: 200, error: undefined, hasToken: true }, "store"],
  [{ status: 200, error: undefined, hasToken: false }, "pause"],
  [{ status: 400, error: "invalid_grant", hasToken: false }, "refuse"],
  [{ status: 401, error: "invalid_client", hasToken: false }, "refuse"],
  [{ status: 400, error: "invalid_request", hasToken: false }, "pause"],
  [{ status: 400, error: undefined, hasToken: false }, "pause"],
  [{ status: 429, error: undefined, hasToken: false }, "pause"],
  [{ status: 503, error: "invalid_grant", hasToken: false }, "pause"],
  [{ status: undefined, error: undefined, hasToken: false }, "pause"],
] as const)("the answer %j to a refresh: %s", (answer, outcome) => {
  expect(afterRefresh(answer)).toBe(outcome);
});
