import { z } from "zod";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";
import { defineContract } from "../contract";
import { entityId, listOf, cursorInputs, receipts } from "../fields";
import { sessionSchema } from "../sign-in/session";

/** `/session/*` */
export const sessionContracts = {
  list: defineContract({
    id: "session.list",
    method: "GET",
    path: "/session/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the sessions of the console, the latest sign-in first; those that are over are kept for 30 days",
    input: z.strictObject({
      ...cursorInputs,
      status: z.enum(["active", "ended"]).optional().describe("Only sessions that last, or only those that are over"),
      search: z
        .string()
        .max(ENTITY_ID_MAX_LENGTH)
        .optional()
        .describe("Text that the name or the subject must contain"),
    }),
    output: listOf(
      sessionSchema.extend({
        status: z.enum(["active", "ended"]),
        current: z.boolean().describe("Whether the request was made with this session"),
      }),
    ),
  }),
  end: defineContract({
    id: "session.end",
    method: "POST",
    path: "/session/end",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "End sessions of the console, from now on and on every node; those that are over stay as they are",
    input: z.strictObject({
      session_ids: z.array(entityId).min(1).max(100).describe("The ids of the sessions"),
    }),
    output: z.object({ ended_sessions: z.array(z.string()), nodes: receipts }),
  }),
};
