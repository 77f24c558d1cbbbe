import type { AuditEventRow } from "@/lib/wire/audit-event";
import type { Database } from "./database";
import { orUnavailable } from "./failures";
import type { Prisma } from "./generated/client";
import type { Page } from "./listing";

export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly entityType?: string;
  /** Any of them. */
  readonly entityIds?: readonly string[];
  /** From `since`, and before `until`. */
  readonly since?: Date;
  readonly until?: Date;
}

/** One page of the audit events, newest first. @throws GatewayError directory_unavailable */
export async function listAuditEvents(
  database: Database,
  { page, size }: Page,
  filter: AuditFilter,
): Promise<{ rows: AuditEventRow[]; total: number }> {
  const { since, until, entityIds, ...columns } = filter;
  const where: Prisma.AuditEventWhereInput = {
    ...columns,
    ...(entityIds && { entityId: { in: [...entityIds] } }),
    at: { gte: since, lt: until },
  };
  const [rows, total] = await orUnavailable(
    Promise.all([
      database.prisma.auditEvent.findMany({
        where,
        orderBy: [{ at: "desc" }, { id: "desc" }],
        skip: (page - 1) * size,
        take: size,
      }),
      database.prisma.auditEvent.count({ where }),
    ]),
  );
  return { rows, total };
}
