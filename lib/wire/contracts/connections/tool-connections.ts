import { z } from "zod";
import { defineContract } from "../../contract";
import { entityId, receipts } from "../../fields";

const serverId = z.string().min(1).max(64).describe("The name of the tool server.");

const connectionState = z
  .enum(["none", "asked", "connected", "refreshing", "refused", "ended"])
  .describe(
    "`asked`: the user is about to connect. `refreshing`: connected, and a node fetches another token. `refused`: the authorization server or the server no longer accepted the credential. `ended`: it has expired, or was issued for other settings.",
  );

const connection = z.object({
  server_id: z.string(),
  description: z.string().nullable(),
  state: connectionState,
  connected_at: z.string().nullable().describe("Since when the user is connected; null: not now."),
  allowed: z.boolean().describe("Whether the caller may use the server now."),
});
export type ToolConnectionView = z.output<typeof connection>;

const connectedUser = z.object({
  user_id: z.string(),
  state: connectionState,
  connected_at: z.string().nullable(),
});
export type ConnectedUser = z.output<typeof connectedUser>;

const OWN = { family: "mcp_routes", access: "owners" } as const;

/** `/connection/*`: the connections of users to tool servers that are asked in their names. */
export const toolConnectionContracts = {
  list: defineContract({
    ...OWN,
    id: "mcp.connections.list",
    method: "GET",
    path: "/connection/list",
    effect: "reads",
    summary: "List the tool servers that this user can connect to, and whether the user is connected",
    input: z.strictObject({}),
    output: z.object({
      user_id: z.string().nullable().describe("Null: the caller is not a user, and cannot connect."),
      data: z.array(connection),
    }),
  }),
  begin: defineContract({
    ...OWN,
    id: "mcp.connections.begin",
    method: "POST",
    path: "/connection/begin",
    effect: "writes",
    summary:
      "Start to connect the user of this console session to a server, and return the address of the page where the user signs in",
    input: z.strictObject({ server_id: serverId }),
    output: z.object({ server_id: z.string(), url: z.string() }),
  }),
  finish: defineContract({
    ...OWN,
    id: "mcp.connections.finish",
    method: "POST",
    path: "/connection/finish",
    effect: "writes",
    summary:
      "Complete a sign-in with the values that its page returned, in the session that began it; they are accepted once",
    input: z.strictObject({
      state: z.string().min(1).max(200).describe("The `state` with which the sign-in page returned."),
      code: z.string().max(8_000).optional().describe("The `code` with which it returned, if it succeeded."),
      iss: z.string().max(2_000).optional().describe("The issuer with which it returned (RFC 9207)."),
      error: z.string().max(200).optional().describe("The `error` with which it returned, if it failed."),
    }),
    output: z.object({ server_id: z.string(), nodes: receipts }),
  }),
  end: defineContract({
    ...OWN,
    id: "mcp.connections.end",
    method: "POST",
    path: "/connection/end",
    effect: "writes",
    summary: "Disconnect from a server: its tokens are deleted, and no node uses them for another call",
    input: z.strictObject({ server_id: serverId }),
    output: z.object({ server_id: z.string(), was_connected: z.boolean(), nodes: receipts }),
  }),
  endOfUser: defineContract({
    id: "mcp.connections.end_of_user",
    method: "POST",
    path: "/mcp/server/connections/end",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Disconnect a user from a tool server, on every node at once",
    input: z.strictObject({ server_id: serverId, user_id: entityId.describe("The id of the user.") }),
    output: z.object({ server_id: z.string(), was_connected: z.boolean(), nodes: receipts }),
  }),
  ofServer: defineContract({
    id: "mcp.connections.of_server",
    method: "GET",
    path: "/mcp/server/connections",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the users who are connected to a tool server, without their tokens",
    input: z.strictObject({ server_id: serverId }),
    output: z.object({ server_id: z.string(), data: z.array(connectedUser) }),
  }),
};
