import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { scopesNeeded } from "./scope-challenge";

const MAPPINGS = [
  { scope: "all", models: [], mcp_tools: ["*"] },
  { scope: "two", models: [], mcp_tools: ["github-read", "github-list"] },
  { scope: "server", models: [], mcp_tools: ["github-*"] },
  { scope: "one", models: [], mcp_tools: ["github-read"] },
  { scope: "chat", models: ["gpt-4o"] },
];
const settings = (isEnforced = true) => ({
  jwtAuth: jwtAuth.parse({ enforce_scope_based_access: isEnforced, scope_mappings: MAPPINGS }),
});
const token = (...scopes: string[]) => ({ kind: "jwt" as const, issuer: undefined, key: undefined, scopes });
const github = (tool?: string) => ({ mcpServer: "github", ...(tool !== undefined && { mcpTool: tool }) });
const always = () => true;

test("the mapping that opens least is named, of those with which the request would pass", () => {
  expect(scopesNeeded(token(), github("read"), settings(), always)).toEqual(["one"]);
  expect(scopesNeeded(token(), github("list"), settings(), always)).toEqual(["two"]);
  expect(scopesNeeded(token(), github("write"), settings(), always)).toEqual(["server"]);
  expect(scopesNeeded(token(), { mcpServer: "files", mcpTool: "read" }, settings(), always)).toEqual(["all"]);
  expect(scopesNeeded(token(), github(), settings(), always)).toEqual(["one"]);
  const withServer = (scopes: readonly string[]) => scopes.includes("server");
  expect(scopesNeeded(token(), github("read"), settings(), withServer)).toEqual(["server"]);
});

test("the scopes of the token that open tools are asked for again, and no others", () => {
  expect(scopesNeeded(token("openid", "chat", "one"), github("write"), settings(), always)).toEqual(["one", "server"]);
});

test("nothing is named where another scope would not do", () => {
  expect(scopesNeeded(token(), github("read"), settings(), () => false)).toBeUndefined();
  expect(scopesNeeded(token("all", "two", "server", "one"), github("read"), settings(), always)).toBeUndefined();
  expect(scopesNeeded(token(), github("read"), settings(false), always)).toBeUndefined();
  const key = { ...token(), kind: "virtual-key" as const };
  expect(scopesNeeded(key, github("read"), settings(), always)).toBeUndefined();
});
