/**
 * The columns that decisions read: those of `TeamFacts`, `UserFacts` and so on. List columns may be null, as Prisma's
 * migrations leave them.
 */

const MODELS = "coalesce(models, '{}') AS models";
const PERMISSION = 'object_permission AS "objectPermission"';
const HOSTED = 'hosted_tools AS "hostedTools"';

const CONTENT = 'log_content AS "logContent", content_retention_days AS "contentDays"';

interface LimitSource {
  readonly softBudget?: string;
  readonly maxParallelRequests?: string;
  /** Columns that limit calls by model. */
  readonly byModel?: boolean;
}

/** SQL for `Limits` as one JSON value, or null where nothing is limited. As float8, a number reads back exactly. */
function limitsOf({
  softBudget = "soft_budget",
  maxParallelRequests = "max_parallel_requests",
  byModel = false,
}: LimitSource = {}): string {
  const counted = `num_nonnulls(max_budget, ${softBudget}, tpm_limit, rpm_limit, ${maxParallelRequests}) > 0`;
  const [modelTpm, modelRpm] = byModel ? ["model_tpm_limit", "model_rpm_limit"] : ["'{}'::json", "'{}'::json"];
  return `CASE WHEN ${counted}${byModel ? " OR model_tpm_limit <> '{}' OR model_rpm_limit <> '{}'" : ""} THEN json_build_object(
              'maxBudget', max_budget::float8, 'softBudget', ${softBudget}::float8, 'budgetDuration', budget_duration,
              'tpmLimit', tpm_limit, 'rpmLimit', rpm_limit, 'maxParallelRequests', ${maxParallelRequests},
              'modelTpmLimit', ${modelTpm}, 'modelRpmLimit', ${modelRpm}) END`;
}

const LIMITS = `${limitsOf()} AS limits`;
const LIMITS_WITH_MODELS = `${limitsOf({ byModel: true })} AS limits`;
const MEMBER_LIMITS = limitsOf({ softBudget: "NULL", maxParallelRequests: "NULL" });

export const TEAM_COLUMNS = `id, alias, organization_id AS "organizationId", ${MODELS}, blocked, ${PERMISSION}, ${HOSTED}, ${CONTENT}, ${LIMITS_WITH_MODELS}`;
export const USER_COLUMNS = `id, email, ${MODELS}, blocked, role, ${PERMISSION},
            ARRAY(SELECT team_id FROM memberships WHERE user_id = users.id ORDER BY team_id COLLATE "C") AS teams,
            ARRAY(SELECT team_id FROM memberships WHERE user_id = users.id AND role = 'admin' ORDER BY team_id COLLATE "C") AS administers,
            ${LIMITS},
            (SELECT json_object_agg(team_id, limits) FROM (SELECT team_id, ${MEMBER_LIMITS} AS limits FROM memberships WHERE user_id = users.id) AS member
             WHERE limits IS NOT NULL) AS "memberLimits"`;
export const ORGANIZATION_COLUMNS = `id, ${MODELS}, blocked, ${PERMISSION}, ${LIMITS}`;
export const END_USER_COLUMNS = `id, blocked, ${PERMISSION}, ${LIMITS}`;
/** A key without its expiry and the name of the secret that it was presented by. */
export const KEY_COLUMNS = `id, alias, user_id AS "userId", team_id AS "teamId", organization_id AS "organizationId", ${MODELS},
            coalesce(allowed_routes, '{}') AS "allowedRoutes", maker, blocked, ${PERMISSION}, ${HOSTED}, ${CONTENT}, ${LIMITS_WITH_MODELS}`;
