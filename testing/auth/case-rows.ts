import { hash } from "node:crypto";
import type { KeyInput, State } from "@/lib/auth/cases/case";
import type { Database } from "@/lib/store/database";

const EMPTY = `DELETE FROM memberships; DELETE FROM users; DELETE FROM teams; DELETE FROM organizations; DELETE FROM end_users; DELETE FROM keys`;

/** One statement for all rows: the case tables write them a thousand times. */
const FILL = `WITH
  new_teams AS (INSERT INTO teams (id, organization_id, models, blocked, alias, object_permission, hosted_tools)
    SELECT id, organization_id, coalesce(models, '{}'), coalesce(blocked, false), alias, object_permission, hosted_tools
    FROM jsonb_to_recordset($1::jsonb->'teams')
      AS t(id text, organization_id text, models text[], blocked boolean, alias text, object_permission jsonb,
        hosted_tools jsonb)),
  new_users AS (INSERT INTO users (id, models, blocked, role, object_permission)
    SELECT id, coalesce(models, '{}'), coalesce(blocked, false), role, object_permission
    FROM jsonb_to_recordset($1::jsonb->'users')
      AS u(id text, models text[], blocked boolean, role text, object_permission jsonb)),
  new_organizations AS (INSERT INTO organizations (id, models, blocked, object_permission)
    SELECT id, coalesce(models, '{}'), coalesce(blocked, false), object_permission
    FROM jsonb_to_recordset($1::jsonb->'organizations')
      AS o(id text, models text[], blocked boolean, object_permission jsonb)),
  new_end_users AS (INSERT INTO end_users (id, blocked, object_permission)
    SELECT id, coalesce(blocked, false), object_permission
    FROM jsonb_to_recordset($1::jsonb->'end_users') AS e(id text, blocked boolean, object_permission jsonb))
  INSERT INTO memberships (team_id, user_id, role)
    SELECT team_id, user_id, role
    FROM jsonb_to_recordset($1::jsonb->'memberships') AS m(team_id text, user_id text, role text)`;

function rowsOf<Input>(
  entries: Readonly<Record<string, Input>>,
  columns: (input: Input) => object,
): readonly { readonly id: string }[] {
  return Object.entries(entries).map(([id, input]) => ({ id, ...columns(input) }));
}

/** Makes the database hold the rows of a case, and nothing else. */
export async function writeState(
  { pool }: Database,
  state: State,
  key: { readonly secret: string; readonly input: KeyInput } | undefined,
): Promise<void> {
  await pool.query(EMPTY);
  const { teams = {}, users = {}, organizations = {}, endUsers = {} } = state;
  const rows = {
    teams: rowsOf(teams, ({ organization, models, blocked, alias, permission, hostedTools }) => ({
      hosted_tools: hostedTools,
      object_permission: permission,
      organization_id: organization,
      models,
      blocked,
      alias,
    })),
    users: rowsOf(users, ({ models, blocked, role, permission }) => ({
      models,
      blocked,
      role,
      object_permission: permission,
    })),
    organizations: rowsOf(organizations, ({ models, blocked, permission }) => ({
      models,
      blocked,
      object_permission: permission,
    })),
    end_users: rowsOf(endUsers, ({ blocked, permission }) => ({ blocked, object_permission: permission })),
    memberships: Object.entries(users).flatMap(([id, user]) =>
      (user.teams ?? []).map((team) => ({
        team_id: team,
        user_id: id,
        role: user.administers?.includes(team) ? "admin" : "user",
      })),
    ),
  };
  if (Object.values(rows).some(({ length }) => length > 0)) await pool.query(FILL, [JSON.stringify(rows)]);
  if (!key) return;
  const {
    team,
    user,
    organization,
    models = [],
    allowedRoutes = [],
    blocked = false,
    expiresIn,
    maker,
    permission,
    hostedTools,
  } = key.input;
  // Rounded to the day, so that the text of a refusal does not depend on the time of the request.
  const day = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const expiresAt = expiresIn === undefined ? null : new Date(expiresIn < 0 ? day : day + 2 * 86_400_000);
  await pool.query(
    `INSERT INTO keys (id, hash, name, team_id, user_id, organization_id, models, allowed_routes, blocked, expires_at, maker, object_permission, hosted_tools)
     VALUES ('k1', $1, 'sk-...case', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      hash("sha256", key.secret, "hex"),
      team,
      user,
      organization,
      models,
      allowedRoutes,
      blocked,
      expiresAt,
      maker,
      permission,
      hostedTools && JSON.stringify(hostedTools),
    ],
  );
}

/** The teams, users and memberships in the database, for comparison. */
export async function readState({
  pool,
}: Database): Promise<{ teams: string[]; users: string[]; memberships: string[] }> {
  const { rows } = await pool.query<{ teams: string[]; users: string[]; memberships: string[] }>(
    `SELECT ARRAY(SELECT id FROM teams) AS teams, ARRAY(SELECT id FROM users) AS users,
       ARRAY(SELECT user_id || ' in ' || team_id FROM memberships) AS memberships`,
  );
  const { teams = [], users = [], memberships = [] } = rows[0] ?? {};
  return { teams: teams.sort(), users: users.sort(), memberships: memberships.sort() };
}
