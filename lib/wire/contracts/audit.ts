import { z } from "zod";
import { ACTOR_KINDS } from "@/lib/actor-kinds";
import { auditEventSchema } from "../audit-event";
import { defineContract } from "../contract";
import { entityId, listOf, placeInputs } from "../fields";

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
      ...placeInputs,
      actor: entityId.optional(),
      actor_kind: z.enum(ACTOR_KINDS).optional().describe("By which kind of credential."),
      actor_issuer: z.string().max(512).optional().describe("By people of this issuer."),
      actor_subject: z.string().max(512).optional().describe("With this `sub`."),
      actor_key: entityId.optional().describe("With the virtual key of this id."),
      action: entityId.optional().describe("team.create, team.block, key.delete, ..."),
      entity_type: entityId.optional(),
      entity_id: entityId.optional(),
      id: z
        .string()
        .regex(/^\d{1,18}$/, "must be the id of an event")
        .optional()
        .describe("Only this event"),
      start_date: time.describe("From this day or time"),
      end_date: time.describe("Before this day or time"),
    }),
    output: listOf(auditEventSchema),
  }),
};
