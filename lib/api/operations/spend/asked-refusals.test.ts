import { expect, test } from "vitest";
import { requestContracts } from "@/lib/wire/contracts/requests";
import { refusalFilters, sourcesOf } from "./asked-refusals";

const asked = (query: string) => requestContracts.list.input.parse(Object.fromEntries(new URLSearchParams(query)));
const DECISION = "dec_00000000-0000-4000-8000-000000000000";

test.each([
  ["", "both"],
  ["team_id=t&requested_model=m&route=/models&any_id=x&request_id=y&start_date=2026-01-01", "both"],
  ["status=refused", "refusals"],
  ["status=success", "calls"],
  ["status=refused&provider=openai", "none"],
  ...[
    "call_id",
    "upstream_request_id",
    "trace_id",
    "session_id",
    "mcp_server",
    "mcp_tool",
    "tag",
    "model",
    "provider",
    "deployment",
  ].map((name) => [`${name}=x`, "calls"]),
  ["price_state=free", "calls"],
  ["code=team_blocked", "refusals"],
  [`decision_id=${DECISION}`, "refusals"],
  ["issuer=https://idp", "both"],
  ["kind=team&principal=t", "refusals"],
  ["code=403&status=error", "none"],
])("%j leaves %s to be looked through", (query, expected) => {
  const { calls, refusals } = sourcesOf(asked(query ?? ""));
  expect(calls ? (refusals ? "both" : "calls") : refusals ? "refusals" : "none").toBe(expected);
});

test("a code is asked for by its name or by its HTTP status", () => {
  expect(refusalFilters(asked("code=team_blocked"), undefined)[0]?.codes).toEqual(["team_blocked"]);
  expect(refusalFilters(asked("code=429"), undefined)[0]?.codes).toEqual(["budget_exceeded", "rate_limit_exceeded"]);
  expect(refusalFilters(asked("code=499"), undefined)[0]?.codes).toEqual([]);
});

test("a caller's own refusals are those whose credentials name them", () => {
  expect(refusalFilters(asked("team_id=x"), { type: "team", id: "t" })).toEqual([
    expect.objectContaining({ teamId: "x" }),
    { provenTeamId: "t" },
  ]);
  expect(refusalFilters(asked(""), { type: "user", id: "u" })[1]).toEqual({ userId: "u" });
  expect(refusalFilters(asked(""), { type: "key", id: "k" })[1]).toEqual({ keyId: "k" });
});
