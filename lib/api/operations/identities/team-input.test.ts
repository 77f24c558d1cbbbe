import { describe, expect, test } from "vitest";
import { at } from "@/testing/gateway/management-nodes";

describe("the input of /team/new", () => {
  test.each([
    ["an empty id", { team_id: "" }],
    ["a control character", { team_id: "a\nb" }],
    ["an id that is too long", { team_id: "x".repeat(257) }],
    ["an id that is not a string", { team_id: 7 }],
    ["a negative budget", { max_budget: -1 }],
    ["an infinite budget", { max_budget: Number.POSITIVE_INFINITY }],
    ["a budget beyond the column", { max_budget: 1e11 }],
    ["a fraction of a request", { rpm_limit: 1.5 }],
    ["a limit beyond the column", { tpm_limit: 2 ** 31 }],
    ["an unknown duration", { budget_duration: "1 year" }],
    ["an unknown field", { team_aliass: "x" }],
    ["NUL in metadata", { metadata: { deep: ["a\0b"] } }],
    ["a lone surrogate in metadata", { metadata: { "\ud800": 1 } }],
    ["a member twice", { members_with_roles: [{ user_id: "u" }, { user_id: "u" }] }],
  ])("the schema of /team/new refuses %s", (_, body) => {
    expect(at("/team/new").input?.safeParse(body).success).toBe(false);
  });
});
