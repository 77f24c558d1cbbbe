import { expect, test } from "vitest";
import { withValues } from "./with-values";

test("values stand in a statement as literals, and none of them is read as SQL or as a parameter", () => {
  const at = new Date(Date.UTC(2026, 10, 29, 1, 2, 3, 4));
  const statement = "a = $1 AND b = $2 AND c = ANY ($3::text[]) AND d > $4 AND e = $10 LIMIT $5";
  const values = ["it's $2 \\ $3", "'; DROP TABLE calls; --", ["x", "y'", "$1"], at, 7, 0, 0, 0, 0, "ten"];
  expect(withValues(statement, values)).toBe(
    "a =  E'it''s $2 \\\\ $3' AND b = '''; DROP TABLE calls; --' AND c = ANY (ARRAY['x','y''','$1']::text[]) AND d > '2026-11-29T01:02:03.004Z' AND e = 'ten' LIMIT 7",
  );
  expect(withValues("m = ANY ($1::text[])", [[]])).toBe("m = ANY (ARRAY[]::text[])");
});

test("times beyond four digits of a year become the first or last of them", () => {
  const [first, last] = [new Date(Date.UTC(-1, 0)), new Date(Date.UTC(10_000, 0))];
  expect(withValues("$1, $2", [first, last])).toBe("'0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'");
});

test("what no filter has is refused, as is a text that the server would cut off", () => {
  for (const value of [undefined, null, {}, true, "a\0b", ["a\0b"]])
    expect(() => withValues("$1", [value])).toThrow(TypeError);
});
