import { COLUMN_KINDS } from "@/lib/entity-type";

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
