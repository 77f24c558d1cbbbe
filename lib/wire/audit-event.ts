import { z } from "zod";

export const auditEventSchema = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  acted_as: z
    .string()
    .nullable()
    .describe(
      "`administrator`, `team_administrator` or `owner`; null: an older event, or one that only administrators can cause",
    ),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

export interface AuditEventRow {
  readonly id: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly actedAs: string | null;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An audit event as the API shows it. */
export function auditEventRecord(row: AuditEventRow): z.infer<typeof auditEventSchema> {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    acted_as: row.actedAs,
    action: row.action,
    entity_type: row.entityType,
    entity_id: row.entityId,
    before: row.before,
    after: row.after,
  };
}
