import fc from "fast-check";
import { expect, test } from "vitest";
import { contentRule, expiryOf, type ContentQuestion } from "./content-rule";

const settings = { content_retention_days: 30, heed_no_log: true };
const on = { logContent: true };
const off = { logContent: false };

test.each<[string, Partial<ContentQuestion>, ReturnType<typeof contentRule>]>([
  ["nothing is kept where neither key nor team has opted in", { key: off, team: off }, undefined],
  ["nothing is kept of callers without a key and a team", {}, undefined],
  ["a row without the field has not opted in", { key: {}, team: {} }, undefined],
  ["a key opts in for itself", { key: on, team: off }, { days: 30 }],
  ["a team opts in for its keys", { key: off, team: on }, { days: 30 }],
  ["a team opts in for callers with a token", { team: on }, { days: 30 }],
  ["a team's shorter time holds", { team: { ...on, contentDays: 7 } }, { days: 7 }],
  ["a key's shorter time holds", { key: { ...on, contentDays: 2 }, team: { ...on, contentDays: 7 } }, { days: 2 }],
  ["a key's longer time does not", { key: { ...on, contentDays: 9 }, team: { ...on, contentDays: 7 } }, { days: 7 }],
  ["the time of a team that has not opted in holds too", { key: on, team: { ...off, contentDays: 3 } }, { days: 3 }],
  ["no time is longer than that of the settings", { team: { ...on, contentDays: 300 } }, { days: 30 }],
  ["a caller may decline", { team: on, noLog: "true" }, "declined"],
  ["everything but a plain no declines", { team: on, noLog: " Yes " }, "declined"],
  ["the first of several headers counts", { team: on, noLog: ["1", "false"] }, "declined"],
  ["a plain no declines nothing", { team: on, noLog: "false" }, { days: 30 }],
  ["an empty header declines nothing", { team: on, noLog: "" }, { days: 30 }],
  [
    "nobody declines where the settings do not let them",
    { team: on, noLog: "true", settings: { ...settings, heed_no_log: false } },
    { days: 30 },
  ],
  ["what is not kept cannot be declined", { team: off, noLog: "true" }, undefined],
])("%s", (_, question, answer) => {
  expect(contentRule({ key: undefined, team: undefined, noLog: undefined, settings, ...question })).toEqual(answer);
});

test("content is kept for its days and less than one more, whatever the time of day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 365 }), (keptAt, days) => {
      const kept = expiryOf(keptAt, days) - keptAt;
      expect(kept).toBeGreaterThan(days * 86_400_000);
      expect(kept).toBeLessThanOrEqual((days + 1) * 86_400_000);
    }),
  );
});
