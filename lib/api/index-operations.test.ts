import { expect, test } from "vitest";
import { indexOperations, type Addressed } from "./index-operations";

const table: readonly Addressed[] = [
  { method: "GET", path: "/things" },
  { method: "POST", path: "/things" },
  { method: "GET", path: "/things/{id}" },
  { method: "DELETE", path: "/things/{id}" },
  { method: "GET", path: "/things/{id}/parts" },
  { method: "PATCH", path: "/things/{id}/parts" },
  { method: "POST", path: "/made/{name}:make", route: "/made:make" },
  { method: "POST", path: "/made/{name}:makeMore", route: "/made:makeMore" },
];
const { find, findRoute, at } = indexOperations(table);

test.each([
  ["GET", "/things", "/things", {}],
  ["GET", "/things/1", "/things/{id}", { id: "1" }],
  ["DELETE", "/things/1", "/things/{id}", { id: "1" }],
  ["GET", "/things/a/b", "/things/{id}", { id: "a/b" }],
  ["GET", "/things/a%2Fb%3Ac", "/things/{id}", { id: "a/b:c" }],
  ["GET", "/things/1/parts", "/things/{id}/parts", { id: "1" }],
  ["PATCH", "/things/1/2/parts", "/things/{id}/parts", { id: "1/2" }],
  ["POST", "/made/x:make", "/made/{name}:make", { name: "x" }],
  ["POST", "/made/ft:x/y:v1:makeMore", "/made/{name}:makeMore", { name: "ft:x/y:v1" }],
])("%s %s is an operation at %s", (method, path, template, parameters) => {
  const found = find(method, path);
  expect(found?.operation.path).toBe(template);
  expect(found?.parameters).toEqual(parameters);
});

test.each([
  ["PUT", "/things"],
  ["POST", "/things/1"],
  ["GET", "/things/"],
  ["PATCH", "/things//parts/"],
  ["GET", "/things/%ff"],
  ["POST", "/made/:make"],
  ["POST", "/made/x%3Amake"],
  ["POST", "/made:make"],
])("%s %s is not an operation", (method, path) => {
  expect(find(method, path)).toBeUndefined();
});

test("an operation is found by the route that the rules see, by its method alone", () => {
  expect(findRoute("POST", "/made:make")?.operation.path).toBe("/made/{name}:make");
  expect(findRoute("GET", "/made:make")).toBeUndefined();
  expect(findRoute("GET", "/things")).toBeUndefined();
});

test.each([
  ["/things", ["GET", "POST"]],
  ["/things/1/parts", ["GET", "PATCH"]],
  ["/made/x:make", ["POST"]],
  ["/things/1", []],
  ["/elsewhere", []],
])("the methods of %s are %j", (path, methods) => {
  expect(at(path).map(({ method }) => method)).toEqual(methods);
});
