import { expect, test } from "vitest";
import { errorDialectOf } from "./identify-reply";
import { noOperation } from "./no-operation";
import { findOperation, isApiPath } from "./table";

test.each([
  ["POST", "/v2/rerank", "/rerank"],
  ["POST", "/v2/rerank/", "/rerank"],
  ["POST", "/v1/chat/completions/", "/chat/completions"],
  ["POST", "/messages/", "/messages"],
  ["GET", "/v1/models/", "/models"],
  ["POST", "/openai/deployments/gpt-4o/embeddings/", "/embeddings"],
  ["POST", "/openai/v1/images/edits", "/images/edits"],
  ["POST", "/v1/audio/translations", "/audio/translations"],
])("%s %s is the route %s, by which it is decided, limited and booked", (method, path, route) => {
  expect(isApiPath(path)).toBe(true);
  expect(findOperation(method, path)?.operation.path).toBe(route);
});

test.each([
  "/v1/chat/completions//",
  "//v1/chat/completions",
  "/team/new/",
  "/v2/chat/completions",
  "/v1/v2/rerank",
  "/",
])("no other spelling is a route: %s", (path) => {
  expect(findOperation("POST", path)).toBeUndefined();
});

test("a method that a meant route does not have is refused with those that it has", () => {
  expect(noOperation({ method: "GET", path: "/v2/rerank" })).toMatchObject({
    code: "method_not_allowed",
    options: { headers: { allow: "POST" } },
  });
});

test.each([
  ["/v1/v1/messages", "anthropic"],
  ["/api/v1/messages/count_tokens/", "anthropic"],
  ["/v1/v1/chat/completions", "openai"],
  ["/v1/messages-of-mine", "anthropic"],
  ["/team/messages/list", "openai"],
  ["/gateway/v1beta/models/m:generateContent", "google"],
])("a path that ends like a route is answered in its dialect: %s in %s", (path, dialect) => {
  expect(errorDialectOf(path)).toBe(dialect);
});
