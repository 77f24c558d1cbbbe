import { z } from "zod";
import { defineContract } from "../../contract";
import { receipts } from "../../fields";

const FAMILY = { family: "management_routes", access: "administrators" } as const;

const signingKey = z.object({
  kid: z.string().describe("As tokens name it."),
  state: z
    .enum(["signs", "next", "published"])
    .describe(
      "`next`: it will sign once servers have had time to read it. `published`: it signs no more at this node, and its last tokens may still be valid.",
    ),
  created_at: z.string(),
});
export type ShownSigningKey = z.output<typeof signingKey>;

/** The keys by which the gateway tells tool servers whom they are asked for. */
export const signingKeyContracts = {
  published: defineContract({
    id: "mcp.signing_keys",
    method: "GET",
    path: "/.well-known/jwks.json",
    family: "public_routes",
    access: "public",
    effect: "reads",
    summary: "List the keys by which tool servers verify the gateway's tokens (`auth_type: signed_jwt`)",
    input: z.strictObject({}),
    output: z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).readonly() }),
  }),
  list: defineContract({
    id: "mcp.signing_keys.list",
    method: "GET",
    path: "/mcp/signing_keys",
    ...FAMILY,
    effect: "reads",
    summary: "List the published keys that sign for tool servers, the newest first, and which of them signs",
    input: z.strictObject({}),
    output: z.object({ data: z.array(signingKey) }),
  }),
  rotate: defineContract({
    id: "mcp.signing_keys.rotate",
    method: "POST",
    path: "/mcp/signing_keys/rotate",
    ...FAMILY,
    effect: "writes",
    summary:
      "Replace the key that signs for tool servers: a new one signs at once on every node, and the old ones stay published for 5 minutes",
    input: z.strictObject({}),
    output: z.object({ kid: z.string().describe("Of the new key."), nodes: receipts }),
  }),
};
