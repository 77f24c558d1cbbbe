import { expect, test } from "vitest";
import { noticesOf } from "./notices";

const GROUP = { code: "team_model_not_allowed", kind: "user", principal: "ann", route: "", model: "gpt-4o" } as const;
const ALERT = { id: "msg_1", message: "It is down.", opened_at: "2026-03-10T11:00:00Z" };
const KEY = { token_id: "k1", key_alias: "ci", key_name: "sk-…1", blocked: false, expires: "2026-03-12T00:00:00Z" };

test("each request for access leads to its group of refusals", () => {
  const request = {
    requested_by: "ann",
    asker: "a",
    note: "for the demo",
    amount: null,
    decision_id: "d1",
    at: "2026-03-10T12:00:00Z",
  };
  const [notice, ...rest] = noticesOf(
    [
      { ...GROUP, requests: [request] },
      { ...GROUP, requests: [] },
    ],
    [],
    [],
  );
  expect(rest).toEqual([]);
  expect(notice).toMatchObject({
    id: "request d1",
    text: "ann asks for access",
    detail: "for the demo",
    at: request.at,
  });
  expect(notice?.href).toContain("/console/refusals?state=all");
  const [without] = noticesOf([{ ...GROUP, requests: [{ ...request, note: null }] }], [], []);
  expect(without?.detail).toBe("Model not allowed for the team");
});

test("a request for a higher budget says how high", () => {
  const request = {
    requested_by: "ann",
    asker: "a",
    note: null,
    amount: 500,
    decision_id: null,
    at: "2026-03-10T12:00:00Z",
  };
  const group = { code: "budget_raise", kind: "team", principal: "t1", route: "", model: "" } as const;
  const [notice] = noticesOf([{ ...group, requests: [request] }], [], []);
  expect(notice).toMatchObject({
    id: "request team t1 a 2026-03-10T12:00:00Z",
    text: "ann asks for a budget of $500.00",
    detail: "Budget raise",
  });
});

test.each([
  ["deployment_down", "openai/gpt-4o", "/console/models"],
  ["issuer_down", "https://idp.example", "/console/providers"],
  ["unpriced", "d1", "/console/prices"],
  ["refusals", "all", "/console/refusals"],
  ["mcp_tool_changed", "sums", "/console/server?id=sums"],
  ["database_away", "node-1", "/console/alerts"],
  ["max_budget", "team a b", "/console/team?id=a+b"],
  ["soft_budget", "end_user e1", "/console/end-user?id=e1"],
  ["max_budget", "nothing", "/console/alerts"],
])("an alert of %s about %s leads to %s", (type, subject, href) => {
  expect(noticesOf([], [{ ...ALERT, type, subject }], [])).toEqual([
    { id: "alert msg_1", kind: "alert", text: "It is down.", detail: "", at: ALERT.opened_at, href },
  ]);
});

test("keys come by their end; blocked ones and those without an end are left out", () => {
  const keys = [
    { ...KEY, token_id: "late", expires: "2026-03-20T00:00:00Z" },
    { ...KEY, token_id: "blocked", blocked: true },
    { ...KEY, token_id: "endless", expires: null },
    { ...KEY, token_id: "soon", key_alias: null },
  ];
  const found = noticesOf([], [], keys).map(({ text, href }) => [text, href]);
  expect(found).toEqual([
    ["Key sk-…1 ends", "/console/key?id=soon"],
    ["Key ci ends", "/console/key?id=late"],
  ]);
});
