import { z } from "zod";
import { defineContract } from "../contract";

const metadata = z.object({
  resource: z.string().describe("The address of tools that was asked about"),
  authorization_servers: z.array(z.string()).readonly().describe("The issuers whose tokens open tools"),
  scopes_supported: z.array(z.string()).readonly().optional().describe("The scopes that open tools there"),
  bearer_methods_supported: z.tuple([z.literal("header")]).readonly(),
});

const shared = {
  method: "GET",
  family: "public_routes",
  access: "public",
  effect: "reads",
  openToScripts: true,
  output: metadata,
} as const;

/** What clients of tools read before they have a token (RFC 9728). */
export const resourceContracts = {
  gateway: defineContract({
    ...shared,
    id: "mcp.resource",
    path: "/.well-known/oauth-protected-resource",
    summary: "Say which issuers' tokens open tools (RFC 9728)",
    input: z.strictObject({}),
  }),
  address: defineContract({
    ...shared,
    id: "mcp.resource_of_address",
    path: "/.well-known/oauth-protected-resource/{address}",
    summary: "Say which issuers' tokens and which scopes open an address of tools, such as `mcp` or `github/mcp`",
    input: z.strictObject({ address: z.string().max(2_000).describe("The path of the tools, such as `github/mcp`") }),
  }),
};
