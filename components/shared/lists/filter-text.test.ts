import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FilterTerm, readFilterText } from "./filter-text";

const FILTERS: readonly FilterTerm[] = [
  { name: "team_id", word: "team" },
  {
    name: "status",
    word: "status",
    options: [
      { value: "refused", label: "Refused" },
      { value: "calls", label: "Only calls" },
    ],
  },
  { name: "any_id", word: "id" },
];

describe("The text of the search field", () => {
  test.each([
    ["", {}],
    ["team:fraud", { team_id: "fraud" }],
    ["  team:fraud   status:refused ", { team_id: "fraud", status: "refused" }],
    ["TEAM:Fraud STATUS:REFUSED", { team_id: "Fraud", status: "refused" }],
    ['status:"only calls"', { status: "calls" }],
    ["team:a team:b", { team_id: "b" }],
    ['team:"Contract review"', { team_id: "Contract review" }],
    ['team:"say \\"hi\\""', { team_id: 'say "hi"' }],
    ["team:https://x.example/1", { team_id: "https://x.example/1" }],
    ["call_1", { any_id: "call_1" }],
    ["dec_1 team:fraud", { any_id: "dec_1", team_id: "fraud" }],
    ["trace:12", { any_id: "trace:12" }],
    [":x", { any_id: ":x" }],
  ])("%s sets %j", (text, set) => expect(readFilterText(text, FILTERS, "any_id")).toEqual({ set }));

  test.each([
    ["team:", "Write a value after team:, without a space."],
    ["team: fraud", "Write a value after team:, without a space."],
    ["status:broken", "status: is one of refused, calls."],
    ['team:"fraud', 'A quote " is not closed.'],
  ])("%s is told to be wrong: %s", (text, fault) => expect(readFilterText(text, FILTERS, "any_id")).toEqual({ fault }));

  test.each([
    ["teams:fraud", "There is no filter teams:. Filters: team: status: id:"],
    ["fraud", "Write filters as WORD:VALUE. Filters: team: status: id:"],
  ])("%s needs a filter for free words: %s", (text, fault) => expect(readFilterText(text, FILTERS)).toEqual({ fault }));
});

test("whatever filters are set, their text is read as the same filters", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom("refused", "calls", undefined), (team, status) => {
      const value = /[\s"\\]/.test(team) ? JSON.stringify(team) : team;
      const text = `team:${value}${status === undefined ? "" : ` status:${status}`}`;
      expect(readFilterText(text, FILTERS)).toEqual({
        set: { team_id: team, ...(status !== undefined && { status }) },
      });
    }),
  );
});
