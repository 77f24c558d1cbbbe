import { expect, test } from "vitest";
import { isFull, MOST_VIEWS, readViews, withView } from "./saved-views";

test.each([
  [null, []],
  ["", []],
  ["{", []],
  ['{"name":"x"}', []],
  ['[{"name":"a","query":"?by=team"},{"name":"b"},{"name":"","query":"?"},7,null]', [{ name: "a", query: "?by=team" }]],
])("the stored text %j holds the views %j", (text, views) => {
  expect(readViews(text)).toEqual(views);
});

test("a view is kept in the order of names, and replaces one of the same name", () => {
  const views = [
    { name: "a", query: "?by=team" },
    { name: "c", query: "?by=user" },
  ];
  expect(withView(views, { name: "b", query: "" }).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(withView(views, { name: "c", query: "?by=key" })).toEqual([views[0], { name: "c", query: "?by=key" }]);
});

test("no more views are kept than a menu can show", () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ name: `view ${at}`, query: "" }));
  expect(readViews(JSON.stringify(many))).toHaveLength(MOST_VIEWS);
});

test("beyond the most views there is room only for one that replaces another", () => {
  const views = Array.from({ length: MOST_VIEWS }, (_, at) => ({ name: `view ${at}`, query: "" }));
  expect(isFull(views, "another")).toBe(true);
  expect(isFull(views, "view 3")).toBe(false);
  expect(isFull(views.slice(1), "another")).toBe(false);
});
