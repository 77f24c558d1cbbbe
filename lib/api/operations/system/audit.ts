import { listAuditEvents } from "@/lib/store/audit";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { auditEventRecord } from "@/lib/wire/audit-event";
import { GatewayError } from "@/lib/errors";
import type { Caller } from "@/lib/gateway/request/caller";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { requireTeamAdministrator, seesEverything } from "@/lib/api/ownership";

/**
 * The entities whose events the caller may see: administrators see all, the administrators of teams what was done to
 * these. @throws GatewayError route_not_allowed
 */
function entitiesOf(caller: Caller, input: { entity_type?: string; entity_id?: string }) {
  const { entity_type: entityType, entity_id: entityId } = input;
  if (seesEverything(caller)) return { entityType, entityIds: entityId === undefined ? undefined : [entityId] };
  if (entityType !== undefined && entityType !== "team")
    throw new GatewayError("route_not_allowed", "You may see what was done to the teams that you administer.", {
      param: "entity_type",
    });
  if (entityId !== undefined) requireTeamAdministrator(caller, entityId);
  return { entityType: "team", entityIds: entityId === undefined ? caller.principal.administers : [entityId] };
}

const NEWEST: ListOrder = { name: "audit", kind: "time", id: /^\d{1,18}$/ };

const auditLogs = defineOperation(auditContracts.logs, async ({ services, caller }, input) => {
  const { rows, ...listed } = await listAuditEvents(services.database, pageOf(input, NEWEST), {
    id: input.id === undefined ? undefined : BigInt(input.id),
    actor: input.actor,
    actorKind: input.actor_kind,
    actorIssuer: input.actor_issuer,
    actorSubject: input.actor_subject,
    actorKey: input.actor_key,
    action: input.action,
    ...entitiesOf(caller, input),
    since: input.start_date,
    until: input.end_date,
  });
  return { body: { data: rows.map(auditEventRecord), ...pageFields(input, NEWEST, listed) } };
});

/** `/audit/*` */
export const auditOperations: readonly CallerOperation[] = [auditLogs];
