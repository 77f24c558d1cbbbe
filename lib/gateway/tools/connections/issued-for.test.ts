import { expect, test } from "vitest";
import { resourceOf } from "./issued-for";

test.each([
  [{ url: "https://a.example/mcp" }, undefined, "https://a.example/mcp"],
  [{ url: "https://a.example/mcp#part" }, undefined, "https://a.example/mcp"],
  [{ url: "https://a.example/" }, undefined, "https://a.example"],
  [{ url: "https://a.example/mcp" }, "https://a.example/", "https://a.example/"],
  [{ url: "https://a.example/mcp", upstream_resource: "api://a" }, "https://a.example", "api://a"],
  [{ url: "https://a.example/mcp", upstream_resource: "none" }, "https://a.example", undefined],
])("tokens for %j, known as %s, are asked for %s", (server, named, resource) => {
  expect(resourceOf(server, named)).toBe(resource);
});
