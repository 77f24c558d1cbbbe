import type { AuditEventRow } from "@/lib/wire/audit-event";
import type { Database } from "./database";
import { orUnavailable } from "./failures";
import type { Prisma } from "./generated/client";
import { cutPage, type ListCursor } from "./list-cursor";
import { type Listed, offsetOf, type Page } from "./listing";

export interface AuditFilter {
  readonly id?: bigint;
  readonly actor?: string;
  readonly actorKind?: string;
  readonly actorIssuer?: string;
  readonly actorSubject?: string;
  readonly actorKey?: string;
  readonly action?: string;
  /** Events with any of these actions. */
  readonly actions?: readonly string[];
  readonly entityType?: string;
  /** Events of any of these entities. */
  readonly entityIds?: readonly string[];
  /** From `since` until before `until`. */
  readonly since?: Date;
  readonly until?: Date;
}

/** One page of the audit events, newest first. @throws GatewayError directory_unavailable */
export async function listAuditEvents(
  database: Database,
  page: Page,
  filter: AuditFilter,
): Promise<Listed<AuditEventRow>> {
  const { since, until, entityIds, actions, ...columns } = filter;
  const where: Prisma.AuditEventWhereInput = {
    ...columns,
    ...(actions && { action: { in: [...actions] } }),
    ...(entityIds && { entityId: { in: [...entityIds] } }),
    at: { gte: since, lt: until },
  };
  const [found, total] = await orUnavailable(
    Promise.all([
      database.prisma.auditEvent.findMany({
        where: page.after ? { AND: [where, behind(page.after)] } : where,
        orderBy: [{ at: "desc" }, { id: "desc" }],
        skip: offsetOf(page),
        take: page.size + 1,
      }),
      database.prisma.auditEvent.count({ where }),
    ]),
  );
  return { ...cutPage(found, page.size, ({ at, id }) => ({ value: at.getTime(), id: String(id) })), total };
}

function behind({ value, id }: ListCursor): Prisma.AuditEventWhereInput {
  const at = new Date(value ?? 0);
  return { at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: BigInt(id) } }] };
}
