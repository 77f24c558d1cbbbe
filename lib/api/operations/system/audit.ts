import { z } from "zod";
import { listAuditEvents } from "@/lib/store/audit";
import { json } from "@/lib/doors/contract";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import { auditEventRecord, auditEventSchema } from "@/lib/wire/audit-event";
import { entityId, listOf, pageInputs } from "@/lib/wire/fields";

/** A day stands for its first moment in UTC. */
const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => new Date(value))
  .optional();

const auditLogs = defineOperation({
  id: "audit_logs",
  method: "GET",
  path: "/audit/logs",
  family: "management_routes",
  summary: "Who changed what, newest first",
  input: z.strictObject({
    ...pageInputs,
    actor: entityId.optional(),
    action: entityId.optional().describe("team.create, team.block, key.delete, ..."),
    entity_type: entityId.optional(),
    entity_id: entityId.optional(),
    start_date: time.describe("From this day or time"),
    end_date: time.describe("Before this day or time"),
  }),
  output: listOf(auditEventSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listAuditEvents(services.database, input, {
      actor: input.actor,
      action: input.action,
      entityType: input.entity_type,
      entityId: input.entity_id,
      since: input.start_date,
      until: input.end_date,
    });
    return json({ data: rows.map(auditEventRecord), total, page: input.page, size: input.size });
  },
});

/** `/audit/*` (design 5). */
export const auditOperations: readonly Operation[] = [auditLogs];
