import { expect, test } from "vitest";
import { rebased } from "./rebased";

test.each([
  [
    "of another setting stays",
    {},
    { enforce_rbac: true },
    { team_id_default: "t" },
    { enforce_rbac: true, team_id_default: "t" },
  ],
  ["of the same setting is overwritten", {}, { enforce_rbac: true }, { enforce_rbac: false }, { enforce_rbac: true }],
  [
    "is kept where the edit resets another setting",
    { enforce_rbac: true },
    {},
    { enforce_rbac: true, team_id_default: "t" },
    { team_id_default: "t" },
  ],
  [
    "that resets a setting counts too",
    { enforce_rbac: true },
    { enforce_rbac: true, team_id_default: "t" },
    {},
    { team_id_default: "t" },
  ],
])("on top of a newer revision, what another administrator changed %s", (_, from, edit, saved, result) => {
  expect(rebased(from, edit, saved)).toEqual(result);
});

const scope = (name: string, ...models: string[]) => ({ scope: name, models });

test.each([
  [
    "entries that both added",
    [scope("a")],
    [scope("a"), scope("mine")],
    [scope("a"), scope("theirs")],
    ["a", "theirs", "mine"],
  ],
  ["an entry that both added alike", [], [scope("a")], [scope("a")], ["a"]],
  [
    "an entry that I removed",
    [scope("a"), scope("b")],
    [scope("b")],
    [scope("a"), scope("b"), scope("theirs")],
    ["b", "theirs"],
  ],
  [
    "an entry that they removed",
    [scope("a"), scope("b")],
    [scope("a"), scope("b"), scope("mine")],
    [scope("b")],
    ["b", "mine"],
  ],
  [
    "an entry that I changed and they left",
    [scope("a"), scope("b")],
    [scope("a", "gpt-4o"), scope("b")],
    [scope("a"), scope("b"), scope("theirs")],
    ["a gpt-4o", "b", "theirs"],
  ],
  [
    "an entry that both changed",
    [scope("a"), scope("b")],
    [scope("a", "mine"), scope("b")],
    [scope("a", "theirs"), scope("b"), scope("c")],
    ["a mine", "b", "c"],
  ],
  [
    "an entry that I removed and they changed",
    [scope("a"), scope("b")],
    [scope("b")],
    [scope("a", "theirs"), scope("b")],
    ["a theirs", "b"],
  ],
  [
    "an order that I changed",
    [scope("a"), scope("b")],
    [scope("b"), scope("a")],
    [scope("a"), scope("b"), scope("c")],
    ["b", "a"],
  ],
])("of a list that both have changed, %s is kept as one expects", (_, from, mine, theirs, result) => {
  const merged = rebased({ scope_mappings: from }, { scope_mappings: mine }, { scope_mappings: theirs });
  expect(merged.scope_mappings?.map((one) => [one.scope, ...(one.models ?? [])].join(" "))).toEqual(result);
});

test("where no revision has a list, what both changed is compared with the file's list", () => {
  const inFile = { scope_mappings: [scope("a"), scope("b")] };
  const mine = { scope_mappings: [scope("a")] };
  const theirs = { scope_mappings: [scope("a"), scope("b"), scope("theirs")] };
  expect(rebased({}, mine, theirs, inFile).scope_mappings).toEqual([scope("a"), scope("theirs")]);
});

test("of a list of names that both have changed, the names of both stay", () => {
  const [from, mine, theirs] = [
    ["a", "b"],
    ["b", "mine"],
    ["a", "b", "theirs"],
  ];
  expect(
    rebased({ team_allowed_routes: from }, { team_allowed_routes: mine }, { team_allowed_routes: theirs })
      .team_allowed_routes,
  ).toEqual(["b", "theirs", "mine"]);
});
