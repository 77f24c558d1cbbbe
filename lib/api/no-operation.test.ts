import { expect, test } from "vitest";
import { noOperation } from "./no-operation";

test.each([
  ["/v1/v1/chat/completions", "/v1/chat/completions"],
  ["/v1/v1/chat/completions/", "/v1/chat/completions"],
  ["//v1//chat/completions", "/v1/chat/completions"],
  ["/api/v1/chat/completions", "/v1/chat/completions"],
  ["/gateway/team/new", "/team/new"],
])(
  "a caller of %s is told that there is %s, as a base address may repeat /v1, have a slash too many or lead elsewhere",
  (path, meant) => {
    expect(noOperation({ method: "POST", path }).message).toBe(
      `There is no route "${path}". Did you mean "${meant}"? Check the base address of the client.`,
    );
  },
);

test.each(["/v1/realtime", "/", "/chat/completion", `/${"a/".repeat(5_000)}`])(
  "a path that ends like no operation is named as it was asked for: %s",
  (path) => {
    expect(noOperation({ method: "POST", path }).message).toBe(
      `There is no route ${JSON.stringify(path.slice(0, 120))}.`,
    );
  },
);

test("a method that a path does not have is refused with those that it has", () => {
  const refusal = noOperation({ method: "DELETE", path: "/v1/models" });
  expect(refusal).toMatchObject({
    code: "method_not_allowed",
    message: expect.stringContaining('of "/v1/models"; use'),
  });
});
