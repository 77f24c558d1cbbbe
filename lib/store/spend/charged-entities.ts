/**
 * The entities that one call is charged to, as a lateral `entity (type, id)` over a row of `calls`: what books totals
 * and what audits them must agree. A tag that is given twice is charged once. A member's id is `memberEntityId`'s.
 */
export const CHARGED_ENTITIES = `(
  SELECT type, id FROM (VALUES
    ('key', key_id), ('user', user_id), ('team', team_id), ('organization', organization_id), ('end_user', end_user_id),
    ('member', replace(replace(team_id, '~', '~0'), '/', '~1') || '/' || user_id), ('model', requested_model), ('all', '')) AS payer (type, id)
  WHERE id IS NOT NULL
  UNION ALL
  SELECT DISTINCT 'tag', tag FROM unnest(tags) AS tag) AS entity`;
