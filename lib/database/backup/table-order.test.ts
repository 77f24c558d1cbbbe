import { expect, test } from "vitest";
import { orderTables } from "./table-order";

test.each([
  [["calls", "keys", "teams"], [], ["calls", "keys", "teams"]],
  [
    ["memberships", "teams", "users"],
    [
      { table: "memberships", parent: "users" },
      { table: "memberships", parent: "teams" },
    ],
    ["users", "teams", "memberships"],
  ],
  [
    ["retired", "keys"],
    [
      { table: "retired", parent: "keys" },
      { table: "keys", parent: "elsewhere" },
    ],
    ["keys", "retired"],
  ],
  [["loop"], [{ table: "loop", parent: "loop" }], ["loop"]],
])("tables come after those that their rows name: %j", (tables, references, expected) => {
  expect(orderTables(tables, references)).toEqual(expected);
});
