import { listAuditEvents } from "@/lib/store/audit";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { auditEventRecord } from "@/lib/wire/audit-event";

const auditLogs = defineOperation(auditContracts.logs, async ({ services }, input) => {
  const { rows, total } = await listAuditEvents(services.database, input, {
    actor: input.actor,
    action: input.action,
    entityType: input.entity_type,
    entityId: input.entity_id,
    since: input.start_date,
    until: input.end_date,
  });
  return { body: { data: rows.map(auditEventRecord), total, page: input.page, size: input.size } };
});

/** `/audit/*` (design 5). */
export const auditOperations: readonly CallerOperation[] = [auditLogs];
