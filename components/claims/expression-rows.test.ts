import { describe, expect, test } from "vitest";
import { CLAIM_FIELDS } from "@/lib/auth/claims/identity-claims";
import type { ClaimExpression } from "@/lib/config/claim-expression";
import { jwtAuth } from "@/lib/config/schema";
import { allowedParts, expressionRows, hasParts, rowsExpression } from "./expression-rows";

describe("the rows of a claim field", () => {
  test.each<[what: string, expression: ClaimExpression]>([
    ["a path", "realm_access.roles"],
    ["several paths", ["realm_access.roles", "resource_access.app.roles"]],
    ["a path with parts", { path: "groups", pattern: "/teams/*", to: "team-*", separator: "," }],
    ["both", ["team", { path: "org", take: "keys", integers: true }]],
  ])("say %s, and are the same expression again", (_, expression) => {
    expect(rowsExpression(expressionRows(expression))).toEqual(expression);
  });

  test("are one empty row for a field that is not set, which says nothing", () => {
    expect(expressionRows(undefined)).toEqual([{ path: "" }]);
    expect(rowsExpression([{ path: "" }, { path: " " }])).toBeUndefined();
  });

  test("say nothing by empty parts, and a row without a path is left out", () => {
    const row = { path: "groups", pattern: "", to: "", integers: false };
    expect(rowsExpression([row, { path: "", pattern: "/*" }])).toBe("groups");
    expect([hasParts(row), hasParts({ ...row, separator: "," })]).toEqual([false, true]);
  });

  test.each(CLAIM_FIELDS)("of %s offer the parts that its schema takes, and no other", (field) => {
    const takes = (parts: object): boolean => jwtAuth.safeParse({ [field]: { path: "a", ...parts } }).success;
    const { take, separator } = allowedParts(field);
    expect((["only", "keys"] as const).filter((one) => takes({ take: one }))).toEqual(take);
    expect(takes({ separator: "," })).toBe(separator);
    expect(takes({ pattern: "a-*", to: "b-*", integers: true })).toBe(true);
  });
});
