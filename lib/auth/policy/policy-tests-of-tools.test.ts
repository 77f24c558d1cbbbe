import { expect, test } from "vitest";
import { findOperation } from "@/lib/api/table";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { policyTest } from "@/lib/config/policy-test-schema";
import { jwtAuth } from "@/lib/config/schema";
import { EMPTY_DIRECTORY } from "./assuming-directory";
import { runPolicyTests } from "./run-policy-tests";

const world = {
  settings: { jwtAuth: jwtAuth.parse({}), mcpServers: [{ name: "github", ...mcpServerEntry.parse({}) }] },
  scope: "shared",
  directory: EMPTY_DIRECTORY,
  find: findOperation,
  now: Date.UTC(2026, 0, 1),
} as const;

const CASES: readonly (readonly [title: string, asked: Record<string, unknown>, sentence: string])[] = [
  [
    "a tool that the team's permission opens",
    {
      claims: { client_id: "t1" },
      request: { mcp_server: "github", tool: "list_issues", tool_tier: "read" },
      assume: {
        teams: [{ team_id: "t1", object_permission: { mcp_servers: ["github"], mcp_max_tier: "read" } }],
      },
      expect_rule: "tool",
    },
    "expected allow by the rule tool, found allow by the rule tool: ",
  ],
  [
    "a tool that may change something, where only reading is granted",
    {
      claims: { client_id: "t1" },
      request: { mcp_server: "github", tool: "create_issue" },
      assume: {
        teams: [{ team_id: "t1", object_permission: { mcp_servers: ["github"], mcp_max_tier: "read" } }],
      },
      expect: "tool_not_allowed",
    },
    "expected tool_not_allowed, found tool_not_allowed by the rule tool: ",
  ],
  [
    "a tool of a server that nobody grants to the key",
    {
      key: { team_id: "t1", object_permission: { mcp_servers: ["files"] } },
      request: { mcp_server: "github", tool: "create_issue" },
      assume: { teams: [{ team_id: "t1", object_permission: { mcp_servers: ["github"] } }] },
      expect: "mcp_server_not_allowed",
      expect_rule: "tool",
    },
    "expected mcp_server_not_allowed by the rule tool, found mcp_server_not_allowed by the rule tool: ",
  ],
  [
    "a tool without its server",
    { claims: { client_id: "t1" }, request: { route: "/mcp", tool: "create_issue" } },
    "expected allow, but the test cannot be asked: Name the server of the tool.",
  ],
  [
    "a server on a route of models",
    { claims: { client_id: "t1" }, request: { route: "/v1/models", method: "GET", mcp_server: "github" } },
    "expected allow, but the test cannot be asked: Only /mcp leads to tool servers.",
  ],
];

test.each(CASES)("%s", async (_, asked, sentence) => {
  const [result] = await runPolicyTests([policyTest.parse({ name: "a test", expect: "allow", ...asked })], world);
  expect(result?.passed).toBe(!sentence.includes("cannot be asked"));
  expect(result?.sentence).toContain(sentence);
});
