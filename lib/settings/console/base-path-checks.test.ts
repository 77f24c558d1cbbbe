import { expect, test } from "vitest";
import { basePathFaults } from "./base-path-checks";

const ROUTES = ["/team/info", "/chat/completions", "/openapi.json", "/metrics"].map((path) => ({
  path,
  family: "management_routes" as const,
  access: "administrators" as const,
}));
const faultsOf = (basePath: string) => basePathFaults(basePath, ROUTES, { path: [], at: "value" });

test.each(["/v1", "/v1/llm", "/console", "/_next/x", "/api/llm", "/team", "/chat", "/openapi.json", "/metrics"])(
  "the base path %s could be a path of the gateway, and is refused",
  (basePath) => expect(faultsOf(basePath)).toMatchObject([{ number: "C173" }]),
);

test.each(["", "/llm", "/gateway/v1", "/teams", "/consoles"])(
  "the base path %j is told apart from every path",
  (path) => expect(faultsOf(path)).toEqual([]),
);
