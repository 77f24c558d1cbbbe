import { expect, test } from "vitest";
import { basePathFrom } from "./base-path-setting";

test.each([
  [undefined, ""],
  ["/", ""],
  ["/llm", "/llm"],
  ["/llm/gateway/", "/llm/gateway"],
  ["/team-a/v1.2_x~y", "/team-a/v1.2_x~y"],
  ["/...", "/..."],
])("GATEWAY_BASE_PATH %j counts as %j", (value, path) => expect(basePathFrom(value)).toBe(path));

test.each([
  "llm",
  "//",
  "/a//b",
  "/a//",
  "/./a",
  "/a/..",
  "/../x",
  "/a?b=c",
  "/a#b",
  "/a b",
  "/%6C",
  "/a;b",
  "https://gateway.example/llm",
  "//gateway.example/llm",
  '/"</script>',
])("GATEWAY_BASE_PATH %j is refused", (value) => {
  expect(() => basePathFrom(value)).toThrow("GATEWAY_BASE_PATH must be a path");
});
