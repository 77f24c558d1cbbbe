import { expect, test } from "vitest";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import { type Grant, permissionWith } from "./grant";

const cases: readonly (readonly [
  name: string,
  before: ObjectPermission,
  wanted: Omit<Grant, "server">,
  after: ObjectPermission,
])[] = [
  ["a whole server, where nothing is said yet", {}, { extent: "all", tools: [] }, { mcp_servers: ["sums"] }],
  [
    "a server beside others, whose groups and tier stay",
    { mcp_servers: ["files"], mcp_access_groups: ["code"], mcp_max_tier: "read" },
    { extent: "all", tools: [] },
    { mcp_servers: ["files", "sums"], mcp_access_groups: ["code"], mcp_max_tier: "read" },
  ],
  [
    "some tools",
    { mcp_tool_permissions: { files: ["read*"] } },
    { extent: "some", tools: ["add"] },
    { mcp_servers: ["sums"], mcp_tool_permissions: { files: ["read*"], sums: ["add"] } },
  ],
  [
    "a whole server instead of some tools",
    { mcp_servers: ["sums"], mcp_tool_permissions: { sums: ["add"] } },
    { extent: "all", tools: ["add"] },
    { mcp_servers: ["sums"], mcp_tool_permissions: {} },
  ],
  [
    "nothing any more, with all other servers still closed",
    { mcp_servers: ["sums"], mcp_tool_permissions: { sums: ["add"] } },
    { extent: "none", tools: [] },
    { mcp_servers: [], mcp_tool_permissions: {} },
  ],
];

test.each(cases)("%s", (_, before, wanted, after) => {
  expect(permissionWith(before, { server: "sums", ...wanted })).toEqual(after);
});
