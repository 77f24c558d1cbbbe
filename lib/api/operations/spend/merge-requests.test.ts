import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeRequestCursor,
  encodeRequestCursor,
  mergeRequests,
  cursorIn,
  type RequestCursor,
} from "./merge-requests";

const call = (at: number, id = "c"): RequestCursor => ({ at, source: "call", id });
const refused = (at: number, id = "r"): RequestCursor => ({ at, source: "refused", id });
const page = (rows: RequestCursor[], hasMore = false) => ({ rows, hasMore });

test.each<[what: string, calls: RequestCursor[], refusals: RequestCursor[], size: number, expected: RequestCursor[]]>([
  ["the newest first", [call(3), call(1)], [refused(2)], 9, [call(3), refused(2), call(1)]],
  ["refusals before calls of the same time", [call(2)], [refused(2)], 9, [refused(2), call(2)]],
  ["no more than a page", [call(3), call(1)], [refused(2)], 2, [call(3), refused(2)]],
  ["calls alone", [call(3)], [], 9, [call(3)]],
  ["refusals alone", [], [refused(3)], 9, [refused(3)]],
  ["nothing", [], [], 9, []],
])("a page of requests has %s", (_what, calls, refusals, size, expected) => {
  expect(mergeRequests(page(calls), page(refusals), size).rows).toEqual(expected);
});

test.each([
  ["the sources have more", mergeRequests(page([call(1)], true), page([]), 1), call(1)],
  ["the other source has more", mergeRequests(page([call(2)]), page([refused(1)], true), 2), refused(1)],
  ["rows found no room", mergeRequests(page([call(2)]), page([refused(1)]), 1), call(2)],
  ["everything is shown", mergeRequests(page([call(2)]), page([refused(1)]), 2), undefined],
])("the next page begins behind the last row if %s", (_what, { next }, expected) => {
  expect(next).toEqual(expected);
});

/** The first rows of a source after one of its rows, as its keyset finds them. */
function behind(rows: readonly RequestCursor[], after: { at: number; id: string } | undefined, size: number) {
  const left = rows
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .filter(({ at, id }) => !after || at < after.at || (at === after.at && id < after.id));
  return { rows: left.slice(0, size), hasMore: left.length > size };
}

test("page by page, the list shows every call and every refusal once, in order of time", () => {
  const row = fc.record({ at: fc.integer({ min: 0, max: 5 }), isCall: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (given, size) => {
      const all = given.map(({ at, isCall }, index) => (isCall ? call(at, `c${index}`) : refused(at, `r${index}`)));
      const shown: RequestCursor[] = [];
      let cursor: RequestCursor | undefined;
      do {
        const of = (source: RequestCursor["source"]) =>
          behind(
            all.filter((one) => one.source === source),
            cursor && cursorIn(source, cursor),
            size,
          );
        const { rows, next } = mergeRequests(of("call"), of("refused"), size);
        expect(rows.length).toBeLessThanOrEqual(size);
        shown.push(...rows);
        cursor = next && decodeRequestCursor(encodeRequestCursor(next));
      } while (cursor);
      expect(new Set(shown.map(({ id }) => id)).size).toBe(all.length);
      expect(shown.length).toBe(all.length);
      expect(shown.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
    }),
  );
});

test.each([
  "",
  "nonsense",
  encodeRequestCursor(call(1.5)),
  encodeRequestCursor(call(1, "\0")),
  btoa('[1,"others","x"]'),
])("a text that names no cursor is told from one that does: %j", (text) => {
  expect(decodeRequestCursor(text)).toBeUndefined();
});
