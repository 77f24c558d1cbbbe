import { expect, test } from "vitest";
import { OPERATIONS } from "./table";
import { besidePath, readQuery } from "./read-query";

test("the query of a GET is read together with the parameters of its path", () => {
  expect(readQuery({ method: "GET" }, { query: "a=1&b=%C3%A9" }, { model: "m" })).toEqual({
    a: "1",
    b: "é",
    model: "m",
  });
  expect(readQuery({ method: "GET" }, { query: "" }, { model: "m" })).toEqual({ model: "m" });
});

test.each([
  ["POST", "beta=true", {}, "beta"],
  ["PATCH", "beta=true", {}, "beta"],
  ["GET", "model=other", { model: "m" }, "model"],
  ["DELETE", "model=other", { model: "m" }, "model"],
] as const)("a %s refuses the query %s, which it would not read", (method, query, path, param) => {
  expect(() => readQuery({ method }, { query }, path)).toThrowError(
    expect.objectContaining({ code: "invalid_request", options: expect.objectContaining({ param }) }),
  );
});

test("a name that ends with [] may be given several times", () => {
  expect(readQuery({ method: "GET" }, { query: "a[]=1&b=2&a%5B%5D=3&a[]=4" }, {})).toEqual({
    "a[]": ["1", "3", "4"],
    b: "2",
  });
});

test("the query of a DELETE is read too", () => {
  expect(readQuery({ method: "DELETE" }, { query: "a=1" }, { id: "7" })).toEqual({ a: "1", id: "7" });
});

test("a body comes together with the parameters of its path, which it may not repeat", () => {
  expect(besidePath({ id: "7" }, { name: "x" })).toEqual({ id: "7", name: "x" });
  expect(() => besidePath({ id: "7" }, { id: "7" })).toThrowError(
    expect.objectContaining({ code: "invalid_request", options: { param: "id" } }),
  );
});

test.each([
  ["group_by=team&group_by=user", "group_by"],
  ["a=1&a=1", "a"],
  ["team_id=a%00b", "team_id"],
])("a query that gives a parameter twice or contains NUL is refused: %s", (query, param) => {
  expect(() => readQuery({ method: "GET" }, { query }, {})).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param } }),
  );
});

const withInput = OPERATIONS.flatMap(({ method, path, input }) => (input ? [{ method, path, input }] : []));
/** Applications and providers may send these more than is known (RFC 6749 §3.1). */
const TAKES_MORE = ["/authorize", "/authorize/return"];
test.each(withInput.filter(({ method, path }) => method === "GET" && !TAKES_MORE.includes(path)))(
  "$method $path refuses a query parameter that it does not know",
  ({ input }) => {
    const { error } = input.safeParse({ surprising: "1" });
    const unknown = error?.issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
    expect(unknown).toEqual(["surprising"]);
  },
);
