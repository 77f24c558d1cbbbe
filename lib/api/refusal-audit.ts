import type { RefusalGroup } from "@/lib/refusal";

/** The audit event of an act about a group of refusals. */
export function refusalAudit(actor: string, action: string, group: RefusalGroup, note: string | null | undefined) {
  const entityId = [group.code, group.principal, group.model].filter((part) => part !== "").join(" ");
  return { actor, action, entityType: "refusals", entityId, after: { ...group, note: note ?? null } };
}

/** The audit event of a request for access. */
export function accessRequestAudit(actor: string, group: RefusalGroup, note: string | null | undefined) {
  return refusalAudit(actor, "refusals.request_access", group, note);
}
