import { describe, expect, test } from "vitest";
import { type Member, MEMBERS_SHOWN, shownMembers } from "./member";

const member = (user_id: string): Member => ({
  ...{ user_id, role: "user", max_budget_in_team: null, budget_duration: null, tpm_limit: null, rpm_limit: null },
});
const NAMES = { "u-1": "Ada Lovelace", "u-2": "grace@example.com" };
const MANY = Array.from({ length: 2 * MEMBERS_SHOWN + 3 }, (_, at) => member(`user-${at}`));

describe("The members that a page shows", () => {
  test.each([
    ["lovelace", ["u-1"]],
    ["GRACE@", ["u-2"]],
    [" u- ", ["u-1", "u-2", "u-3"]],
    ["nobody", []],
  ])("for %j are %j", (text, ids) => {
    const { shown, total } = shownMembers(["u-1", "u-2", "u-3"].map(member), NAMES, { text, page: 1 });
    expect(shown.map(({ user_id }) => user_id)).toEqual(ids);
    expect(total).toBe(ids.length);
  });

  test("are those of the page, the last one if there are fewer pages by now", () => {
    const page = (number: number, text = "") => shownMembers(MANY, {}, { text, page: number });
    expect(page(2).shown[0]).toEqual(MANY[MEMBERS_SHOWN]);
    expect([page(3).shown.length, page(3).total]).toEqual([3, MANY.length]);
    expect(page(9)).toEqual(page(3));
    expect(page(2, "user-7")).toMatchObject({ page: 1, total: 1 });
    expect(shownMembers([], {}, { text: "", page: 1 })).toEqual({ shown: [], total: 0, page: 1 });
  });
});
