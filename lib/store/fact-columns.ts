/** What decisions read of each table: the columns of `TeamFacts`, `UserFacts` and so on. Migrations leave list columns nullable, as Prisma does. */

const MODELS = "coalesce(models, '{}') AS models";

export const TEAM_COLUMNS = `id, alias, organization_id AS "organizationId", ${MODELS}, blocked`;
export const USER_COLUMNS = `id, email, ${MODELS}, blocked,
            ARRAY(SELECT team_id FROM memberships WHERE user_id = users.id ORDER BY team_id COLLATE "C") AS teams`;
export const ORGANIZATION_COLUMNS = `id, ${MODELS}, blocked`;
export const END_USER_COLUMNS = "id, blocked";
/** A key but for the name of the secret that it was presented by, and its end. */
export const KEY_COLUMNS = `id, alias, user_id AS "userId", team_id AS "teamId", organization_id AS "organizationId", ${MODELS},
            coalesce(allowed_routes, '{}') AS "allowedRoutes", blocked`;
