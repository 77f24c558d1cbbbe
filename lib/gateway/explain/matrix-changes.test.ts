import { allAtOnce } from "@/lib/async/steps";
import { describe, expect, test } from "vitest";
import type { JwtAuthInput } from "@/lib/auth/cases/case";
import { NO_FACTS } from "@/lib/auth/nobody";
import { jwtAuth } from "@/lib/config/schema";
import { settingsRows, teamRow, type Column, type Row } from "./matrix";
import { changedCells, pairRows } from "./matrix-changes";

const COLUMNS: Column[] = [
  { kind: "model", name: "gpt-4o" },
  { kind: "model", name: "o3" },
];
const settingsOf = (input: JwtAuthInput) => ({ jwtAuth: jwtAuth.parse(input) });
const rowsOf = (input: JwtAuthInput): Row[] => {
  const { roles, scopes } = settingsRows(settingsOf(input));
  return [...roles, ...scopes];
};

/** The changes as sentences: `scope small loses o3 by scope`. */
function changes(from: JwtAuthInput, to: JwtAuthInput): string[] {
  const settings = { before: settingsOf(from), after: settingsOf(to) };
  return pairRows(rowsOf(from), rowsOf(to)).flatMap((pair) =>
    allAtOnce(changedCells(pair, COLUMNS, settings, 0)).map(
      ({ column, after }) =>
        `${pair.after.kind} ${pair.after.name} ${after.allow ? "gains" : "loses"} ${column.name} by ${after.rule}`,
    ),
  );
}

const scoped = (models: string[]): JwtAuthInput => ({
  enforce_scope_based_access: true,
  scope_mappings: [{ scope: "small", models }],
});
const permitted = (models: string[]): JwtAuthInput => ({
  roles_jwt_field: "roles",
  enforce_rbac: true,
  role_mappings: [{ role: "dev", internal_role: "team" }],
  role_permissions: [{ role: "team", models, routes: ["openai_routes"] }],
});

describe("changedCells", () => {
  const cases: [string, JwtAuthInput, JwtAuthInput, string[]][] = [
    ["a draft that changes nothing has no changes", scoped(["o3"]), scoped(["o3"]), []],
    [
      "a scope loses a model that its mapping no longer has",
      scoped(["gpt-4o", "o3"]),
      scoped(["gpt-4o"]),
      ["scope small loses o3 by scope"],
    ],
    [
      "a scope gains a model that its mapping gets",
      scoped(["gpt-4o"]),
      scoped(["gpt-4o", "o3"]),
      ["scope small gains o3 by scope"],
    ],
    [
      "a scope that swaps one model for another has both changes",
      scoped(["gpt-4o"]),
      scoped(["o3"]),
      ["scope small loses gpt-4o by scope", "scope small gains o3 by scope"],
    ],
    [
      "a role loses what its permissions no longer name",
      permitted(["*"]),
      permitted(["o3"]),
      ["role dev loses gpt-4o by model"],
    ],
    [
      "a scope that the draft no longer maps loses what it had",
      scoped(["gpt-4o"]),
      { ...scoped(["gpt-4o"]), scope_mappings: [] },
      ["scope small loses gpt-4o by scope"],
    ],
    [
      "a scope that the draft maps first gains from the same scope without a mapping",
      { ...scoped([]), scope_mappings: [] },
      scoped(["o3"]),
      ["scope small gains o3 by scope"],
    ],
  ];
  test.each(cases)("%s", (_what, from, to, expected) => {
    expect(changes(from, to)).toEqual(expected);
  });
});

describe("pairRows", () => {
  test("rows of teams with the same alias stay apart", () => {
    const teams = ["t1", "t2"].map((id) =>
      teamRow({ id, alias: "search", organizationId: null, models: [], blocked: false }, NO_FACTS, settingsOf({})),
    );
    expect(teams.map(({ name }) => name)).toEqual(["search", "search"]);
    expect(pairRows(teams, teams).map(({ before, after }) => [before.identity.teamId, after.identity.teamId])).toEqual([
      ["t1", "t1"],
      ["t2", "t2"],
    ]);
  });
});
