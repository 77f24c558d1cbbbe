import { z } from "zod";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { auditEventSchema } from "../audit-event";
import { defineContract } from "../contract";
import { entityId, listOf, cursorInputs } from "../fields";

/** A time; a day stands for its first moment in UTC. */
const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => new Date(value))
  .optional();

export type AuditEvent = z.output<typeof auditEventSchema>;

/** `/audit/*` */
export const auditContracts = {
  logs: defineContract({
    id: "audit.logs",
    method: "GET",
    path: "/audit/logs",
    family: "management_routes",
    access: "team_administrators",
    effect: "reads",
    summary: "List who changed what, newest first; administrators of teams see what was done to their teams",
    input: z.strictObject({
      ...cursorInputs,
      actor: entityId.optional().describe("Only changes by this actor, by the name that events show."),
      actor_kind: z.enum(ACTOR_KINDS).optional().describe("Only changes with this kind of credential."),
      actor_issuer: z.string().max(512).optional().describe("Only changes by people of this issuer."),
      actor_subject: z.string().max(512).optional().describe("Only changes by the person with this `sub`."),
      actor_key: entityId.optional().describe("Only changes with the virtual key of this id."),
      action: entityId.optional().describe("Only this kind of change, such as `team.create` or `key.delete`."),
      entity_type: entityId.optional().describe("Only changes to this kind of row, such as `team`."),
      entity_id: entityId.optional().describe("Only changes to the row with this id."),
      id: z
        .string()
        .regex(/^\d{1,18}$/, "must be the id of an event")
        .optional()
        .describe("Only the event with this id"),
      start_date: time.describe("Only changes from this day or time on"),
      end_date: time.describe("Only changes before this day or time"),
    }),
    output: listOf(auditEventSchema),
  }),
};
