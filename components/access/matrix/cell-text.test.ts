import { describe, expect, test } from "vitest";
import { reasonOf, rowTitle } from "./cell-text";

describe("the words of a cell", () => {
  test("a cell without a reason says that no rule forbids it", () => {
    expect([reasonOf({ because: "" }), reasonOf({ because: "The team is blocked." })]).toEqual([
      "No rule forbids it.",
      "The team is blocked.",
    ]);
  });

  test("the id of a row is shown only where the name is another", () => {
    expect(
      [
        { name: "Search", id: "t1" },
        { name: "t1", id: "t1" },
        { name: "dev", id: null },
      ].map(rowTitle),
    ).toEqual(["Search, id t1", "t1", "dev"]);
  });
});
