import { expect, test } from "vitest";
import { pageCandidates, type PageQuery } from "./model-page";

const models = ["a", "b", "secret", "c"].map((name) => ({ name }));
const isVisible = (name: string): boolean => name !== "secret";

test.each<[page: PageQuery, names: string[], isReversed: boolean]>([
  [{}, ["a", "b", "secret", "c"], false],
  [{ limit: 1 }, ["a", "b", "secret", "c"], false],
  [{ after_id: "a" }, ["b", "secret", "c"], false],
  [{ after_id: "c" }, [], false],
  [{ before_id: "c" }, ["secret", "b", "a"], true],
  [{ before_id: "a" }, [], true],
])("the page %j is looked for among %j", (page, names, isReversed) => {
  const candidates = pageCandidates(models, page, isVisible);
  expect([Array.from(candidates.models, ({ name }) => name), candidates.isReversed]).toEqual([names, isReversed]);
});

test.each<[page: PageQuery, param: string]>([
  [{ after_id: "none" }, "after_id"],
  [{ before_id: "none" }, "before_id"],
  [{ after_id: "secret" }, "after_id"],
  [{ after_id: "a", before_id: "c" }, "before_id"],
])("the page %j is refused for its %s, which never tells of a model that the caller may not see", (page, param) => {
  expect(() => pageCandidates(models, page, isVisible)).toThrowError(
    expect.objectContaining({ code: "invalid_request", options: expect.objectContaining({ param }) }),
  );
});
