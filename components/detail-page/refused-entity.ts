import { queryString } from "@/components/api/client";
import type { PrincipalKind } from "@/lib/refusal";
import type { RefusedRequest, RequestRow } from "@/lib/wire/contracts/requests";

/** The entity whose refusals a page shows. */
export type RefusedEntity = { readonly kind: PrincipalKind; readonly principal: string } | { readonly model: string };

/** The address of the list of all recorded refusals of an entity, for a team those of its keys and users too. */
export function eachOfEntity(of: RefusedEntity): string {
  if ("model" in of) return `/console/requests${queryString({ status: "refused", requested_model: of.model })}`;
  const { kind, principal } = of;
  const filter =
    kind === "team" || kind === "user" || kind === "key" ? { [`${kind}_id`]: principal } : { kind, principal };
  return `/console/requests${queryString({ status: "refused", ...filter })}`;
}

/** The refused requests of a list, without those of the entity itself. */
export function othersOf(rows: readonly RequestRow[], entity: RefusedEntity | undefined): RefusedRequest[] {
  return rows.flatMap((row) => {
    if (row.type === "call") return [];
    const { kind, principal } = row.refused;
    const isOwn = entity !== undefined && "kind" in entity && entity.kind === kind && entity.principal === principal;
    return isOwn ? [] : [row.refused];
  });
}
