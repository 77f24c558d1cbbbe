import { COLUMN_KINDS, ENTITY_KINDS, type EntityType } from "@/lib/entity-type";

/** Entities that one column of a call, or a list in it, names. */
export type ChargedType = Exclude<EntityType, "all" | "member">;

const COLUMNS = COLUMN_KINDS.map(({ type, field }) => `('${type}', ${field})`).join(", ");

/**
 * The entities that one call is charged to, as a lateral `entity (type, id)` over a row of `calls`. Booking and
 * auditing share it, so that they agree. A call is charged to two organisations when its token names another one than
 * its team's. A tag given twice is charged once. A member's id is that of `memberEntityId`.
 */
export const CHARGED_ENTITIES = `(
  SELECT type, id FROM (VALUES
    ${COLUMNS},
    ('organization', nullif(team_organization_id, organization_id)),
    ('member', replace(replace(team_id, '~', '~0'), '/', '~1') || '/' || user_id), ('all', '')) AS payer (type, id)
  WHERE id IS NOT NULL
  UNION ALL
  SELECT DISTINCT 'tag', tag FROM unnest(tags) AS tag) AS entity`;

/** A condition on `calls`: that a call is charged to this entity. `id`: the placeholder of its id. */
export function isChargedTo(type: ChargedType, id: string): string {
  switch (type) {
    case "organization":
      return `(organization_id = ${id} OR team_organization_id = ${id})`;
    case "tag":
      // The index of tags has only the calls with some.
      return `(tags @> ARRAY[${id}]::text[] AND tags <> '{}')`;
    default:
      return `${ENTITY_KINDS[type].field} = ${id}`;
  }
}
