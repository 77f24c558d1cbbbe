import { expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { ifMatchOf } from "./if-match";

test.each([
  [undefined, undefined],
  ["*", undefined],
  [' "a" ', ['"a"']],
  ['"a", "b"', ['"a"', '"b"']],
  ['W/"a"', ['"a"']],
  [
    ['"a"', '"b"'],
    ['"a"', '"b"'],
  ],
])("If-Match %j is willing to change: %j", (header, tags) => {
  expect(ifMatchOf({ headers: { "if-match": header } })).toEqual(tags && new Set(tags));
});

test.each(["a", "", '"a', '"a" "b"'])("If-Match %j is refused", (header) => {
  expect(() => ifMatchOf({ headers: { "if-match": header } })).toThrow(GatewayError);
});
