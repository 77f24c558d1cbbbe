import { describe, expect, test } from "vitest";
import { withBasePath, withoutBasePath } from "./base-path";

const BASE = "/llm/gateway";

describe("the base path", () => {
  test.each([
    ["/console/teams?by=name", "/llm/gateway/console/teams?by=name"],
    ["/", "/llm/gateway"],
    ["/?page=2", "/llm/gateway/?page=2"],
    ["/llm/gatewayed", "/llm/gateway/llm/gatewayed"],
  ])("the base path is put before %s and taken away again", (path, below) => {
    expect(withBasePath(path, BASE)).toBe(below);
    expect(withoutBasePath(below, BASE)).toBe(path);
  });

  test.each(["/llm/gateway", "/llm/gateway/console", "/llm/gateway?page=2", "/llm/gateway#top"])(
    "the base path is not put before %s again",
    (path) => expect(withBasePath(path, BASE)).toBe(path),
  );

  test.each([
    ["/llm/gateway", "/"],
    ["/llm/gateway?page=2", "/?page=2"],
    ["/console", "/console"],
    ["/llm", "/llm"],
    ["/LLM/gateway/console", "/LLM/gateway/console"],
  ])("%s without the base path is %s", (path, rest) => expect(withoutBasePath(path, BASE)).toBe(rest));

  test.each(["/", "/console", "", "?page=2"])("without a base path, %j stays as it is", (path) => {
    expect([withBasePath(path, ""), withoutBasePath(path, "")]).toEqual([path, path]);
  });
});
